! Z8001: a base, which is a pair, with a displacement or an index; addresses go to pairs.
        .z8001
        ld      r1,rr2(#0x10)
        ldb     rr2(#-1),rl1
        ldl     rr4,rr2(r1)
        ld      rr2(r3),r1
        lda     rr4,rr2(#4)
        lda     rr4,rr2(r1)
        lda     rr2,0x81001234
        lda     rr2,0x81001234(r4)
        ldar    rr2,.
        ldar    rr4,.+8
!= 312100103229ffff752401007321030034240004742401007602810012347642
!= 810012343402fffc34040004
