! A section of code is one.
!with code
!instructions 0 2 4 6
        ret
        clr r2
        clr r3
        ret
