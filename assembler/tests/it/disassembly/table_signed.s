! A signed comparison leaves the numbers up to its own; a table begins at 0.
!lines ld r1,#0x80 / add r1,r7 / ld r2,@r1 / jp @r2
!lines T0080: / .word L0094 / .word L0098 / .word L0094 / .word L0098 / .word 0x0094,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f
        cp r7,#3
        jr gt,out
        add r7,r7
        ld r1,#table
        add r1,r7
        ld r2,@r1
        jp @r2
out:    ret
        .org 0x80,0x0f
table:  .word one,two,one,two,one
        .org 0x94,0x0f
one:    clr r1
        ret
two:    clr r2
        ret
