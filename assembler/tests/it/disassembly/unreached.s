! Nothing is code without a reason.
!instructions 0
        ret
        clr r2
        clr r3
        ret
