! A pointer to code in a register is followed.
!lines ld r1,#L000c
!lines L000c: / clr r2 / ret
        ld r1,#sub
        jr 1f
        .word 0xb100
1:      call @r1
        ret
sub:    clr r2
        ret
