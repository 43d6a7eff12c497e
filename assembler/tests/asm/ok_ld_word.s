! Loads of words into registers.
        ld      r1,r2
        ld      r1,#0x1234
        ld      r1,@r2
        ld      r1,0x1234
        ld      r1,0x1234(r2)
        ld      r1,r2(#0x1234)
        ld      r1,r2(r3)
!= a12121011234212161011234612112343121123471210300
