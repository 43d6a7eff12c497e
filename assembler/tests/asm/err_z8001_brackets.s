! Z8001: segmented and short addresses that are not closed.
        .z8001
        ld      r1,|4|
        ld      r1,<<1>>4
        ld      r1,|4
        ld      r1,<<1 4
