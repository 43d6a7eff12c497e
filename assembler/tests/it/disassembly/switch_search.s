! The same, with a table that is searched.
!lines .word 0x007a,0x0000 / T0022: / .word L000a / .word L0010 / .word L0016 / L0028: / ld r5,@r6
        ld r6,#second
        jp search
        .word 0x0f0f
one:    clr r1
        ret
        .word 0x0f0f
two:    clr r2
        ret
        .word 0x0f0f
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
