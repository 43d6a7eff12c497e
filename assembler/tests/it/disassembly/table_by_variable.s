! A number from memory and an address of the program are a base; a small number is a distance.
!lines ld r1,D00a0 / add r1,#D0080 / ld r2,@r1 / jp @r2
!lines D0080: / .word L0094 / .word L0098 / .word 0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f / L0094:
        ld r1,0xa0
        add r1,#0x80
        ld r2,@r1
        jp @r2
        .org 0x80,0x0f
table:  .word one,two
        .org 0x94,0x0f
one:    clr r1
        ret
two:    clr r2
        ret
        .org 0xa0,0x0f
        .word 0
