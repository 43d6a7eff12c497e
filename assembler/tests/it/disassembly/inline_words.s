! The routine fetches two words after its call, and jumps after them.
!lines call L000c / .word 0x1234,0xb100 / clr r1
        call take
        .word 0x1234,0xb100
        clr r1
        ret
take:   pop r1,@r15
        ld r2,@r1
        inc r1,#2
        ld r3,@r1
        inc r1,#2
        jp @r1
