! Immediate data of a long operation have 32 bits.
        ldl     rr2,#0xffffffff
        ldl     rr2,#-0x80000000
        ldl     rr2,#0x100000000
        addl    rr2,#-0x80000001
