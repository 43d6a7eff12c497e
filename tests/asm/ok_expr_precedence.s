! Factors bind stronger than sums, these stronger than && and ||.
        .word   2+3*4, 2*3+4, 10-6/2
        .word   2*3<<1, 7%4*2
        .word   1+1 && 0, 0 || 2-1
!= 000e000a0007000c000600000001
