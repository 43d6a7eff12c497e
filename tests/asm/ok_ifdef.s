! .ifdef: lines if a symbol is defined by then.
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
!= 0103
