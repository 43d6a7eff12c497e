! Bits of bytes: 0 to 7.
        bitb    rl1,#7
        bitb    @r2,#0
        setb    rl1,#1
        setb    0x1234,#2
        resb    rh1,#3
        resb    0x1234(r2),#4
!= a6972620a49164021234a21362241234
