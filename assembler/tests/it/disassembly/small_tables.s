! Added to a register, a number of 100h or more is an address.
!lines ld r1,0xfe(r2) / ld r1,D0100(r2) / ldb rl1,0xff(r2) / ldb rl1,D0101(r2) / ret
        ld r1,0xfe(r2)
        ld r1,0x100(r2)
        ldb rl1,0xff(r2)
        ldb rl1,0x101(r2)
        ret
        .org 0x108,0x0f
