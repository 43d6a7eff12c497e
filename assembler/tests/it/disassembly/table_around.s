! Sums of numbers with bounds have bounds as long as they fit; negative ones count from above.
!lines T0080: / .word L0094 / .word L0098 / .word L0094 / .word L0098 / .word L0094 / .word 0x0098,0x0f0f,0x0f0f,0x0f0f,0x0f0f
        cp r7,#2
        jr ugt,out
        add r7,r7
        cp r6,#1
        jr ugt,out
        sla r6,#2
        add r7,r6
        sub r7,#0x10
        add r7,#0x10
        ld r1,table(r7)
        jp @r1
out:    ret
        .org 0x80,0x0f
table:  .word one,two,one,two,one,two
        .org 0x94,0x0f
one:    clr r1
        ret
two:    clr r2
        ret
