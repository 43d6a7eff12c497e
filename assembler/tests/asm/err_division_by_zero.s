! Division by zero, and its remainder.
        ld      r1,#0/1
        ld      r1,#1/0
        .equ    ZERO, 0
        .word   5 % ZERO
