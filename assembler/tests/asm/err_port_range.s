! The number of a port has 16 bits.
        in      r1,#0xffff
        out     #-32768,r1
        in      r1,#0x10000
        out     #-40000,r1
