! Pushed numbers of 40h or more are addresses of code that may follow.
!lines push @r15,#L0040 / jp 0x8000
!lines L0040: / clr r1 / ret
        push @r15,#0x40
        jp 0x8000
        .org 0x40,0x0f
        clr r1
        ret
