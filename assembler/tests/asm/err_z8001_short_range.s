! A short address has an offset of eight bits.
        .z8001
        ld      r1,|<<1>>0x100|
