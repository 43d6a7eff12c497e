! Stores of immediate data.
        ld      @r2,#0x1234
        ld      0x1234,#5
        ld      0x1234(r2),#-1
        ldb     @r2,#0x12
        ldb     0x1234,#5
        ldb     0x1234(r2),#-1
!= 0d2512344d05123400054d251234ffff0c2512124c05123405054c251234ffff
