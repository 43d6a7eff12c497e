! Shifts to the right are by at least 1.
        sra     r1,#1
        srlb    rl1,#8
        sra     r1,#0
        sra     r1,#17
        srlb    rl1,#9
