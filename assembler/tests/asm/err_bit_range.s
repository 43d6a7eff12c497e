! Words have bits 0 to 15; bit numbers of bytes above 7 get a warning.
        bit     r1,#15
        bitb    rl1,#7
        bit     r1,#16
        bitb    rl1,#16
        set     0x1234(r2),#-1
