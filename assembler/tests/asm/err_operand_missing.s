! A comma, and no operand beside it.
        ld      r1,r2
        ld      r1,
        ld      ,r1
        ld      r1,,r2
