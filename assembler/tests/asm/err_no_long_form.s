! Not every operation has a form for long words.
        adc     r4,r6
        addl    rr4,rr6
        ex      r2,r4
        adc     rr4,rr6
        ex      rr2,rr4
        clrl    rr2
