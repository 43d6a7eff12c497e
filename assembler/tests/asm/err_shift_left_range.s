! Shifts to the left are by no more than the size of the register.
        sll     r1,#0
        slal    rr2,#32
        sll     r1,#-1
        slal    rr2,#33
        sllb    rl1,#9
