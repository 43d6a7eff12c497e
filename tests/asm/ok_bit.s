! Bits by number.
        bit     r1,#15
        bit     @r2,#0
        bit     0x1234,#7
        bit     0x1234(r2),#8
        set     r1,#1
        set     @r2,#2
        set     0x1234,#3
        res     r1,#4
        res     @r2,#5
        res     0x1234(r2),#6
!= a71f27206707123467281234a511252265031234a314232563261234
