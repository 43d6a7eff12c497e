! The address of an operand.
        lda     r1,0x1234
        lda     r1,0x1234(r2)
        lda     r1,r2(#0x10)
        lda     r1,r2(r3)
        lda     r1,table+2
table:  .word   0
!= 76011234762112343421001074210300760100160000
