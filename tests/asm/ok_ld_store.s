! Stores of registers.
        ld      @r2,r1
        ld      0x1234,r1
        ld      0x1234(r2),r1
        ldb     @r2,rl1
        ldb     0x1234(r2),rl1
        ldl     @r2,rr4
        ldl     0x1234,rr4
        ld      r2(#-2),r1
        ldb     r2(#4),rh1
        ldl     r2(r3),rr4
!= 2f216f0112346f2112342e296e2912341d245d0412343321fffe322100047724
!= 0300
