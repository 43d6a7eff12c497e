! A register has no value that could be calculated with.
        ld      r1,(r2)
        ld      r1,#r2
        ld      r1,4+r2
        .word   r1
