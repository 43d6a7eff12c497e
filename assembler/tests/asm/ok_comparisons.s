! A comparison that holds is -1, one that does not 0.
        .word   1==1, 1==2, 1<>2, 1<2, 2<=1, 3>2, 3>=4
!= ffff0000ffffffff0000ffff0000
