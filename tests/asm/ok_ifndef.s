! .ifndef: a default for a symbol that may be given from outside.
        .ifndef SIZE
        .equ    SIZE, 8
        .endif
        .ifndef SIZE
        .equ    SIZE, 9
        .endif
        .word   SIZE
!= 0008
