! Rotations are by 1 or 2.
        rl      r1,#1
        rrcb    rl1,#2
        rl      r1,#3
        rrcb    rl1,#0
