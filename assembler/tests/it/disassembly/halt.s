! HALT before a jump waits for an interrupt, and the program continues there; before anything else, it ends.
!instructions 0 2 4 6 8
        test r1
        jr eq,stop
wait:   halt
        jr wait
stop:   halt
        clr r1
        ret
