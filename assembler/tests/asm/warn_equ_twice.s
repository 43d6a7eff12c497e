! A constant that gets another value, as GNU as lets it.
        .equ    SIZE, 1
        .equ    SIZE, 1
        .equ    SIZE, 2
        .word   SIZE
