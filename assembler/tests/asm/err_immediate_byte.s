! Immediate data of a byte operation have 8 bits.
        addb    rl1,#255
        cpb     rl1,#-128
        addb    rl1,#300
        cpb     rl1,#256
        ldb     @r2,#-129
