! @ is for registers.
        ld      r1,@r5
        ld      r1,5
        ld      r1,@5
        ld      r1,@
        ld      r1,@@r2
