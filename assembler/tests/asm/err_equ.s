! .equ needs a name and a value.
        .equ    MANY, 2
        .equ    MORE, MANY*2
        .equ    SIZE
        .equ    1, 2
        .equ    SIZE,
