! The same, with a table that is searched.
!lines clr r1 / ret
!lines clr r2 / ret
!lines clr r3 / ret
        ld r6,#second
        jp search
one:    clr r1
        ret
two:    clr r2
        ret
other:  clr r3
        ret
second: .word 3,'a','z',0,one,two,other
search: ld r5,@r6
        ld r4,r5
        inc r6,#2
        cpir r7,@r6,r5,eq
        add r6,r4
        add r6,r4
        ld r5,-2(r6)
        jp @r5
