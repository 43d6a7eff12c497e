! Z8001: several registers, control registers of segments, the program status.
        .z8001
        ldm     r0,@rr14,#14
        ldm     @rr14,r0,#14
        ldm     r1,0x81001234,#2
        ldm     0x81001234(r2),r4,#4
        ldctl   r1,nspseg
        ldctl   nspoff,r1
        ldctl   psapseg,r1
        ldctl   r1,psapoff
        ldps    @rr2
        ldps    0x81001234
        ldps    0x81001234(r2)
!= 1ce1000d1ce9000d5c010101810012345c290403810012347d167d1f7d1c7d15
!= 3920790081001234792081001234
