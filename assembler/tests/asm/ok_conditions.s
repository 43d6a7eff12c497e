! Conditional assembly.
        .equ    SIZE, 128
        .if     SIZE > 100
        .word   1
        .if     SIZE == 127
        .word   2
        .else
        .word   3
        .endif
        .elseif SIZE > 10
        .word   4
        .else
        .word   5
        .endif
        .ifdef  SIZE
        .word   6
        .endif
        .ifndef SIZE
        .word   7
        .endif
!= 000100030006
