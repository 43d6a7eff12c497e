! Addresses and displacements have 16 bits.
        ld      r1,0xffff
        ld      r1,-32768(r2)
        ld      r1,0x10000
        ld      r1,65536(r2)
        ld      r1,r2(#70000)
