! Words have bits 0 to 15, bytes 0 to 7.
        bit     r1,#15
        bitb    rl1,#7
        bit     r1,#16
        bitb    rl1,#8
        set     0x1234(r2),#-1
