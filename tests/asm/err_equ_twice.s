! .equ gives a name one value only.
        .set    n, 1
        .set    n, 2
        .equ    SIZE, 1
        .equ    SIZE, 2
SIZE:   nop
