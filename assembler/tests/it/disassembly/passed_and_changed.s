! A register that a routine changes before it uses it as an address no longer holds an argument, whichever half it changes.
!lines ld r1,#0x80 / ld r2,#0x82 / ld r3,#0x84 / ld r4,#D0086 / call L001a / ret
        ld r1,#0x80
        ld r2,#0x82
        ld r3,#0x84
        ld r4,#0x86
        call sub
        ret
        .word 0x0f0f,0x0f0f
sub:    clrb rh1
        ldb rl2,#0
        setb rl3,#1
        ldb rl7,@r1
        ldb rl7,@r2
        ldb rl7,@r3
        ldb rl7,@r4
        ret
        .org 0x90,0x0f
