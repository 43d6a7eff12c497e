! Register 0 holds no address.
        ld      r0,@r1
        ld      r1(#4),r0
        ld      r1,@r0
        ld      r0(#4),r1
        push    @r0,r1
