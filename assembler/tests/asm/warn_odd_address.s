! A word at an odd address; bytes may be there, and LDA only calculates.
        ld      r1,5
        ld      r1,#5
        ldb     rl1,5
        lda     r1,5
        ldl     0x1001,rr2
        ld      r1,4
