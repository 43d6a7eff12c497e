! Five may be.
!with code
!instructions 0 2 6 a
        ret
        .ascii "AAAAA\001"
        .word 0x9e08,0x9e08
