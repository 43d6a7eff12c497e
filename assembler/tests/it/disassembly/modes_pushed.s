! What is returned to by a pushed number has the mode in which that was pushed. A small number is no address.
!with segments reset
!lines push @r15,#L0080 / push @r15,#0x8 / jp 0x8000
!lines L0080: / ld r3,D1234 / halt
        .z8001
        .word 0,0xc000
        .long start
start:  ldctl r1,fcw
        res r1,#15
        ldctl fcw,r1
        unsegm
        push @r15,#back
        push @r15,#8
        jp 0x8000
        .org 0x80,0x0f
back:   ld r3,0x1234
        halt
