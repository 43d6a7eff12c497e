! Loads of long words into registers.
        ldl     rr2,rr4
        ldl     rr2,#0x12345678
        ldl     rr2,#-1
        ldl     rr2,@r4
        ldl     rr2,0x1234
        ldl     rr2,0x1234(r4)
        ldl     rr2,r4(#0x1234)
        ldl     rr2,r4(r5)
!= 94421402123456781402ffffffff144254021234544212343542123475420500
