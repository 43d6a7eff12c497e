! The pointers of the Z8001 are pairs of registers.
        .z8001
        ld      r1,@r2
        in      r1,@rr2
