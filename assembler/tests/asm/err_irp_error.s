! An error in .irp shows the line with the value put in.
        .irp    reg, r1, r2
        com     \reg
        .endr
        .irp    reg, r1, rl1
        clr     \reg
        .endr
