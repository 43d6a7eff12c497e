! Z8002: addresses are in word registers.
        ld      r1,@r2
        lda     r2,4
        ld      r1,@rr2
        lda     rr2,4
        ldir    @rr2,@r4,r6
