! A call to the middle of a routine, which runs on into it with an address of code.
!lines ld r1,#L0020 / L0010: / test r2 / jp @r1
        call whole
        call part
        ret
        .word 0x0f0f
whole:  ld r1,#0x20
part:   test r2
        jp @r1
        .org 0x20,0x0f
        clr r1
        ret
