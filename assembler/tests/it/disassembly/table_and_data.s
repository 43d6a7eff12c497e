! What begins where a table ends has the form that its instruction gives it.
!lines T0010: / .word L0018 / .word L001a / D0014: / .long 0x12345678 / L0018: / ret
        and r7,#2
        ld r1,table(r7)
        ldl rr2,after
        jp @r1
        .org 0x10
table:  .word one,two
after:  .long 0x12345678
one:    ret
two:    ret
