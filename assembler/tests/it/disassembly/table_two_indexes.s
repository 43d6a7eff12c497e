! Two indexes into one table: multiples of 6 and of 4 are multiples of 2.
!lines D0080: / .word L0094 / .word L0098 / .word L0094 / .word L0098 / .word L0094 / .word 0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f
        ld r1,#table
        mult rr6,#6
        add r1,r7
        sla r5,#2
        add r1,r5
        ld r2,@r1
        jp @r2
        .org 0x80,0x0f
table:  .word one,two,one,two,one
        .org 0x94,0x0f
one:    clr r1
        ret
two:    clr r2
        ret
