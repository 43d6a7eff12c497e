! .rept repeats lines.
        .rept   3
        nop
        .byte   1, 2
        .endr
        .equ    TIMES, 2
        .rept   TIMES*2
        .byte   3
        .endr
!= 8d0701028d0701028d07010203030303
