! A program status from memory.
        ldps    @r2
        ldps    0x1234
        ldps    0x1234(r2)
!= 39207900123479201234
