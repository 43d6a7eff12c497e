! An address that a routine gets and passes on is one for its callers, too; so is one that it passes by a jump.
!lines ld r2,#D0080 / ld r3,#D0082 / ld r4,#0x84 / call L0014 / ret
        ld r2,#0x80
        ld r3,#0x82
        ld r4,#0x84
        call first
        ret
        .word 0x0f0f
first:  call second
        jp third
        .word 0x0f0f
second: ldb rl1,@r2
        call third
        ret
        .word 0x0f0f
third:  ldb rl1,@r3
        ret
        .org 0x90,0x0f
