! Calls continue where a routine calls itself.
!lines call L0008 / clr r1 / ret
!lines call L0008 / clr r2 / ret
        call a
        clr r1
        ret
a:      dec r1,#1
        ret eq
        call a
        clr r2
        ret
