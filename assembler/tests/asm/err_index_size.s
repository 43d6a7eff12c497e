! An index is a word register.
        ld      r1,4(r2)
        ld      r1,r2(r3)
        ld      r1,4(rl2)
        ld      r1,r2(rl3)
        ld      r1,4(rr2)
