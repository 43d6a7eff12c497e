! Both processors in one source.
        ld      r1,@r2
        lda     r2,0x1234
        .z8001
        ld      r1,@rr2
        lda     rr2,0x81001234
        .z8002
        ld      r1,@r2
!= 21217602123421217602810012342121
