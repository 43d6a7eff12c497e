! Parentheses that are not closed.
        ld      r1,4(r2)
        .word   (1+2)*3
        ld      r1,4(r2
        ld      r1,r2(#4
        .word   ((1+2)*3
