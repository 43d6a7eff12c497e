! Too many operands.
        ld      r1,r2
        inc     r1,#2
        ld      r1,r2,r3
        inc     r1,#2,#3
        nop     r1
