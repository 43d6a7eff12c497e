! Z8001: a register pair holds an address.
        .z8001
        ld      r1,@rr2
        ldb     @rr2,rl1
        ldl     rr4,@rr2
        add     r1,@rr14
        inc     @rr2,#1
        push    @rr14,r1
        popl    rr4,@rr14
        jp      @rr2
        call    @rr4
!= 21212e29142401e1292093e195e41e281f40
