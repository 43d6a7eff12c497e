! Loads of bytes into registers.
        ldb     rl1,rh2
        ldb     rl1,#0x12
        ldb     rl1,@r2
        ldb     rl1,0x1234
        ldb     rl1,0x1234(r2)
        ldb     rl1,r2(#0x1234)
        ldb     rl1,r2(r3)
!= a029c912202960091234602912343029123470290300
