! A list of jumps is followed.
!lines jp L000e(r7) / L000e: / jp L0016
!lines clr r2 / ret
        cp r7,#1
        ret ugt
        sla r7,#2
        jp list(r7)
list:   jp one
        jp two
one:    clr r1
        ret
two:    clr r2
        ret
