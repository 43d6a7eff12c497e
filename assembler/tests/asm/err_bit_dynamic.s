! A bit number in a register is for registers only.
        bit     r2,r3
        bit     @r2,#3
        bit     @r2,r3
        set     0x1234,r1
