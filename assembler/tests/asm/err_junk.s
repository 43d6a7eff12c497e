! More after an operand.
        ld      r1,#5+5
        ld      r1,r2
        ld      r1,#5 5
        ld      r1 r2
