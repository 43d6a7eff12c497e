! Immediate data have 16 bits, with or without a sign.
        ld      r1,#0xffff
        ld      r1,#-32768
        ld      r1,#0x10000
        ld      r1,#-32769
