! What holds only on one path is not known after the place where it meets another.
! The jumps are too far after that place for trying each path to it.
!lines jp @r1 / .word 0x0f0f / clr r1 / ret
!lines .word 0x0f0f,0x8d28,0x9e08,0x0f0f,0x8d38,0x9e08
!lines call L00a2 / clr r5 / ret
!lines .word 0x0f0f,0x8d48,0x9e08
        call same
        call different
        call stack
        clr r5
        ret
same:   ld r1,#one
        test r0
        jr eq,1f
        ld r1,#one
1:      .fill 25,2,0x8d07
        jp @r1
        .word 0x0f0f
one:    clr r1
        ret
different: ld r1,#two
        test r0
        jr eq,1f
        ld r1,#three
1:      .fill 25,2,0x8d07
        jp @r1
        .word 0x0f0f
two:    clr r2
        ret
        .word 0x0f0f
three:  clr r3
        ret
stack:  test r0
        jr eq,1f
        push @r15,#four-2
1:      .fill 25,2,0x8d07
        pop r1,@r15
        inc r1,#2
        jp @r1
        .word 0x0f0f
four:   clr r4
        ret
