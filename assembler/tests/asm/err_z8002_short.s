! Only the Z8001 has segments and short addresses.
        ld      r1,|4|
        ld      r1,<<1>>4
