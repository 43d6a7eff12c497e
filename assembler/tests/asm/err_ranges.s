! Numbers that do not fit.
        ld      r1,#0x10000
        ld      r1,#-32769
        addb    rl1,#300
        ldk     r1,#16
        inc     r1,#0
        sra     r1,#17
        .byte   256
        .word   1/0
        .byte   250 + (2 * 3), 3
        .byte   -(99 + 30), 1
