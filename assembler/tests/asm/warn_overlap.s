! Registers that the manual wants apart.
        ldir    @r2,@r2,r3
        ldirb   @r2,@r4,r4
        cpir    r1,@r2,r1,eq
        trib    @r1,@r2,r3
        push    @r15,r15
        rldb    rl1,rl1
        .z8001
        ldir    @rr2,@rr4,r5
