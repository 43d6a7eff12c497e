! Numbers are written 0x12, not otherwise.
        ld      r1,#0x12
        ld      r1,#0b11
        ld      r1,#12h
        ld      r1,#0x
        ld      r1,#0b12
