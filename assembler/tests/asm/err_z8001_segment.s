! Z8001: segments 0 to 127, offsets of 16 bits, of 8 in short addresses.
        .z8001
        ld      r1,<<127>>4
        ld      r1,<<1>>0xffff
        ld      r1,<<128>>4
        ld      r1,<<1>>0x10000
