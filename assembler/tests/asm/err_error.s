! .error: an error of the programmer's own.
        .equ    SIZE, 200
        .if     SIZE > 100
        .error  "the table is too large"
        .endif
