! Addresses in structures of six bytes.
!lines jp @r1 / T0010: / .word L001e / .word 0x0001,0x0002 / .word L0022 / .word 0x0003,0x0004 / .word L0026 / L001e:
!lines L0022: / clr r2 / ret / L0026: / clr r3 / ret
        call first
        ret
first:  mult rr6,#6
        ld r1,table(r7)
        jp @r1
table:  .word one,1,2
        .word two,3,4
        .word three
one:    clr r1
        ret
two:    clr r2
        ret
three:  clr r3
        ret
