! A table after a comparison is followed.
!lines T000e: / .word L0016 / .word L001a / .word L001e / .word 0x1234 / L0016: / inc r1,#1
!lines ld r1,T000e(r7) / jp @r1
!lines L001a: / dec r1,#1 / ret
        cp r7,#2
        jr ugt,out
        add r7,r7
        ld r1,table(r7)
        jp @r1
table:  .word one,two,out
far:    .word 0x1234
one:    inc r1,#1
        ret
two:    dec r1,#1
        ret
out:    clr r1
        ret
