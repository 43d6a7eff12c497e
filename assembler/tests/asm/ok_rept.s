! .rept repeats lines; 0 times leaves them out.
        .rept   3
        nop
        .byte   1, 2
        .endr
        .equ    TIMES, 2
        .rept   TIMES*2
        .byte   3
        .endr
        .byte   1
        .rept   0
        .byte   2
        .endr
        .byte   3
!= 8d0701028d0701028d070102030303030103
