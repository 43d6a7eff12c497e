! A pair begins with an even register, a quadruple with one divisible by four.
        ldl     rr14,rr2
        extsl   rq4
        ldl     rr1,rr2
        mult    rr3,r2
        extsl   rq6
