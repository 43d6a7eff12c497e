! IRET returns to the PC that was pushed before FCW and a word.
!lines push @r15,#L0020 / push @r15,#0x4000 / push @r15,#0x0 / iret
!lines L0020: / clr r1 / iret
        push @r15,#0x20
        push @r15,#0x4000
        push @r15,#0
        iret
        .org 0x20,0x0f
        clr r1
        iret
