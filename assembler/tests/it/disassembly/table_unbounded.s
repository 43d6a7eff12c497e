! A table without a bound ends where its code begins.
!lines .word L000e / .word L0012 / L000e: / inc r1,#1
!lines dec r1,#1 / ret / .word 0xb100
        add r7,r7
        ld r1,table(r7)
        call @r1
        ret
table:  .word one,two
one:    inc r1,#1
        ret
two:    dec r1,#1
        ret
        .word 0xb100
