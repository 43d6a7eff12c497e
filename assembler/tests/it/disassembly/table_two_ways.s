! Paths with the same table and different indexes meet far before the jump: its step divides both.
!lines D0080: / .word L0094 / .word L0098 / .word L0094 / .word L0098 / .word L0094 / .word 0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f
        call a
        ret
a:      test r0
        jr eq,1f
        ld r1,#table
        mult rr6,#6
        add r1,r7
        jr 2f
1:      ld r1,#table
        sla r5,#2
        add r1,r5
2:      .fill 25,2,0x8d07
        ld r2,@r1
        jp @r2
        .org 0x80,0x0f
table:  .word one,two,one,two,one
        .org 0x94,0x0f
one:    clr r1
        ret
two:    clr r2
        ret
