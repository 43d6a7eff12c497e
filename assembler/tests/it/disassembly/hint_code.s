! All that is an instruction in a range of code is one, between the first even address and the end.
!hint code 5..0x10
!hint code 0x16..0x8000
!instructions 0 6 8 e 16 18
        ret
        .word 0x0f0f,0x8d08
        ldk r1,#5
        ld r2,#0x1234
        .word 0x9d00
        ret
        clr r3
        .word 0x9d00,0x9d00
        clr r4
        ret
