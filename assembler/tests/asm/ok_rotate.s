! Rotations by 1 or 2.
        rl      r1,#1
        rl      r1,#2
        rlb     rl1,#1
        rlc     r1,#2
        rlcb    rl1,#1
        rr      r1,#1
        rrb     rl1,#2
        rrc     r1,#1
        rrcb    rh1,#2
!= b310b312b290b31ab298b314b296b31cb21e
