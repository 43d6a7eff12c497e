! A call continues where its routine jumps into another.
!lines call L0008 / clr r1 / ret
        call a
        clr r1
        ret
a:      test r2
        jp b
b:      test r3
        ret
