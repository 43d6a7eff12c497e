! What is known of a register before a comparison is known after it; a bound from below counts entries from there.
!lines T0084: / .word L0094 / .word L0098 / .word L0094 / .word 0x0098,0x0f0f,0x0f0f,0x0f0f,0x0f0f / L0094:
        cp r7,#4
        jr ugt,out
        cp r7,#2
        jr c,out
        add r7,r7
        ld r1,table(r7)
        jp @r1
out:    ret
        .org 0x80,0x0f
table:  .word one,one,one,two,one,two
        .org 0x94,0x0f
one:    clr r1
        ret
two:    clr r2
        ret
