! Increments and decrements by 1 to 16.
        inc     r1,#1
        inc     r1,#16
        inc     @r2,#2
        inc     0x1234,#3
        incb    0x1234(r2),#4
        dec     r1,#5
        decb    rl1,#1
        decb    @r2,#16
        dec     0x1234,#7
        dec     0x1234(r2),#8
!= a910a91f29216902123468231234ab14aa902a2f6b0612346b271234
