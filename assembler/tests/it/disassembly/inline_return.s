! The routine fetches one word after its call, and returns after it.
!lines call L000a / .word 0x1234 / clr r1
        call take
        .word 0x1234
        clr r1
        ret
take:   ex r1,@r15
        ld r2,@r1
        inc r1,#2
        ex r1,@r15
        ret
