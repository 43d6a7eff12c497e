! Factors bind stronger than sums, these stronger than && and ||; parentheses before all.
        .word   2+3*4, 2*3+4, 10-6/2
        .word   2*3<<1, 7%4*2
        .word   1+1 && 0, 0 || 2-1
        .word   (2+3)*4, 2*(3+4)
        .word   ((1)), -(2+3), ~(1+2)
        .word   (1+1)<<(2+1)
        ld      r1,#(2+3)*4
        ld      r1,(0x1000+4)(r2)
!= 000e000a0007000c0006000000010014000e0001fffbfffc0010210100146121
!= 1004
