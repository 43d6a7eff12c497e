! A number that a caller passes is an address if the called routine jumps to another, which uses it as one.
!lines ld r2,#D0080 / ld r3,#0x82 / call L0014 / ret
        call third
        ld r2,#0x80
        ld r3,#0x82
        call first
        ret
        .word 0x0f0f
first:  clr r4
        jp third
third:  ldb rl1,@r2
        ret
        .org 0x90,0x0f
