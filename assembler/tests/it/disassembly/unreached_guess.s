! A guess is one.
!with guess
!instructions 0 2 4 6
        ret
        clr r2
        clr r3
        ret
