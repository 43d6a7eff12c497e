! A register that there is not.
        ld      r15,r1
        ldl     rr14,rr2
        ldb     rh7,rl1
        ld      r16,r1
        ldl     rr16,rr2
        ldb     rh8,rl1
