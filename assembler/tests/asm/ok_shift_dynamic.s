! Shifts by a register: to the left if it is positive.
        sda     r1,r2
        sdab    rl1,r2
        sdal    rr4,r2
        sdl     r1,r2
        sdlb    rh1,r2
        sdll    rr4,r2
!= b31b0200b29b0200b34f0200b3130200b2130200b3470200
