! A register of another size than the operation.
        ldb     rl1,rh1
        ldl     rr2,rr4
        add     r1,r2
        ldb     rl1,r1
        ldl     rr2,rl1
        add     r1,rr2
