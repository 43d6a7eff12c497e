! A small number beside a register is a distance, and 0 is no address; others are, alone or from 40h on.
!lines lda r5,0x3e(r1) / lda r6,0x0 / lda r4,D0040(r1) / lda r3,D003e / ret
        lda r5,0x3e(r1)
        lda r6,0
        lda r4,0x40(r1)
        lda r3,0x3e
        ret
        .org 0x44,0x0f
