! Registers that there are not, or not here.
        ld      r16,r1
        ldl     rr3,rr2
        divl    rq2,rr4
        ld      r1,@r0
        ld      r1,4(r0)
        ldb     rl1,r1
