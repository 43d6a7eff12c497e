! .ifdef and .ifndef: lines if a symbol is, or is not, defined by then.
        .equ    KNOWN, 0
        .ifdef  KNOWN
        .byte   1
        .endif
        .ifdef  LATER
        .byte   2
        .else
        .byte   3
        .endif
        .equ    LATER, 1
        .ifndef SIZE
        .equ    SIZE, 8
        .endif
        .ifndef SIZE
        .equ    SIZE, 9
        .endif
        .word   SIZE
!= 01030008
