! What compilers of 1984 made of a switch: a routine finds the place in the table that each caller gives it.
!lines clr r1 / ret
!lines clr r2 / ret
!lines clr r3 / ret
        ld r7,r1
        ld r6,#first
        jp range
one:    clr r1
        ret
two:    clr r2
        ret
other:  clr r3
        ret
first:  .word 5,6,other,one,two
range:  ld r5,4(r6)
        cp r7,2(r6)
        jp gt,@r5
        sub r7,@r6
        jp lt,@r5
        add r6,r7
        add r6,r7
        ld r5,6(r6)
        jp @r5
