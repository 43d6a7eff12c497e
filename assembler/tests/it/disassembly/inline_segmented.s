! A routine of a Z8001 fetches a word after its call.
!with segments
!lines call L000c / .word 0x1234 / clr r1 / ret
        .z8001
        call take
        .word 0x1234
        clr r1
        ret
take:   popl rr2,@rr14
        ld r4,@rr2
        inc r3,#2
        jp @rr2
