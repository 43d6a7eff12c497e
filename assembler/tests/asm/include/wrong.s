! A line with an error for those who include this.
        nop
        ld      r1,#70000
