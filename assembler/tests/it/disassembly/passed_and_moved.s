! A number that is passed to a routine is an address if the routine uses it as one, also after adding to it.
!lines ld r2,#D0080 / ld r3,#0x82 / ld r4,#D0084 / ld r5,#0x86 / call L0018 / ret
        ld r2,#0x80
        ld r3,#0x82
        ld r4,#0x84
        ld r5,#0x86
        call sub
        ret
        .word 0x0f0f
sub:    inc r2,#2
        ldb rl1,@r2
        inc r3,#2
        ld r1,r3
        sub r4,#2
        ld r1,@r4
        clr r5
        ld r1,@r5
        ret
        .org 0x90,0x0f
