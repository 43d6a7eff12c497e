! A routine may return if not all of its paths are known: by a jump through a register, by running into a word that is no
! instruction, or by a jump to one. What follows the calls is code.
!lines call L0014 / ld r2,r3 / call L0016 / ld r2,r4 / call L001a / ld r2,r5 / ret
        call unknown
        ld r2,r3
        call into
        ld r2,r4
        call beyond
        ld r2,r5
        ret
unknown: jp @r1
into:   ld r1,r2
        .word 0x3600
beyond: test r1
        jr eq,1f
        jr beyond
1:      .word 0x3600
