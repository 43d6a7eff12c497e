! The target of a multiplication is twice as long as its source.
        mult    rr2,r4
        multl   rq4,rr8
        mult    r1,r2
        div     rr2,rr4
        multl   rr2,rr4
