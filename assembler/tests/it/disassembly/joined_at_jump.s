! A jump at which paths with different targets meet, or just near enough after it, has the targets of all of them.
! Paths that begin further from it are not tried.
!lines .word 0x0f0f / L007e: / clr r1 / ret / .word 0x0f0f / L0084: / clr r2 / ret
!lines .word 0x0f0f / L00cc: / clr r3 / ret / .word 0x0f0f / L00d2: / clr r4 / ret
        call at
        call near
out:    ret
at:     ld r1,#one
        test r0
        .fill 24,2,0x8d07
        jr eq,1f
        jr 2f
1:      ld r1,#two
        .fill 24,2,0x8d07
        jr 2f
2:      jp @r1
        .word 0x0f0f
one:    clr r1
        ret
        .word 0x0f0f
two:    clr r2
        ret
near:   ld r1,#three
        test r0
        jr eq,1f
        jr 2f
1:      ld r1,#four
        jr 2f
2:      test r3
        jr mi,out
        .fill 22,2,0x8d07
        jp @r1
        .word 0x0f0f
three:  clr r3
        ret
        .word 0x0f0f
four:   clr r4
        ret
