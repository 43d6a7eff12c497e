! Only the highest bit of FCW in a register is the mode, by whatever instruction it is set or cleared.
!with segments reset
!lines ldctl r2,fcw / set r2,#14 / ldctl fcw,r2 / res r2,#14 / ldctl fcw,r2 / or r2,#0x7fff / ldctl fcw,r2
!lines ldctl fcw,r2 / and r2,#0x8000 / ldctl fcw,r2 / setb rh2,#6 / ldctl fcw,r2 / resb rh2,#6 / ldctl fcw,r2
!lines ldctl fcw,r2 / orb rh2,#0x7f / ldctl fcw,r2 / andb rh2,#0x80 / ldctl fcw,r2 / setb rl2,#7 / ldctl fcw,r2
!lines ldctl fcw,r2 / resb rl2,#7 / ldctl fcw,r2 / orb rl2,#0xff / ldctl fcw,r2 / andb rl2,#0x0 / ldctl fcw,r2
!lines ldctl fcw,r2 / res r2,#15 / ldctl fcw,r2 / unsegm / set r2,#14 / ldctl fcw,r2 / res r2,#14 / ldctl fcw,r2
!lines ldctl fcw,r2 / or r2,#0x7fff / ldctl fcw,r2 / and r2,#0x8000 / ldctl fcw,r2 / setb rh2,#6 / ldctl fcw,r2
!lines ldctl fcw,r2 / resb rh2,#6 / ldctl fcw,r2 / orb rh2,#0x7f / ldctl fcw,r2 / andb rh2,#0x80 / ldctl fcw,r2
!lines ldctl fcw,r2 / setb rl2,#7 / ldctl fcw,r2 / resb rl2,#7 / ldctl fcw,r2 / orb rl2,#0xff / ldctl fcw,r2
!lines ldctl fcw,r2 / andb rl2,#0x0 / ldctl fcw,r2 / set r2,#15 / ldctl fcw,r2 / segm / resb rh2,#7 / ldctl fcw,r2
!lines ldctl fcw,r2 / unsegm / setb rh2,#7 / ldctl fcw,r2 / segm / and r2,#0x7fff / ldctl fcw,r2 / unsegm
!lines unsegm / or r2,#0x8000 / ldctl fcw,r2 / segm / andb rh2,#0x7f / ldctl fcw,r2 / unsegm / orb rh2,#0x80
!lines orb rh2,#0x80 / ldctl fcw,r2 / segm / halt
        .z8001
        .word 0,0xc000
        .long start
start:  ldctl r2,fcw
        set r2,#14
        ldctl fcw,r2
        res r2,#14
        ldctl fcw,r2
        or r2,#0x7fff
        ldctl fcw,r2
        and r2,#0x8000
        ldctl fcw,r2
        setb rh2,#6
        ldctl fcw,r2
        resb rh2,#6
        ldctl fcw,r2
        orb rh2,#0x7f
        ldctl fcw,r2
        andb rh2,#0x80
        ldctl fcw,r2
        setb rl2,#7
        ldctl fcw,r2
        resb rl2,#7
        ldctl fcw,r2
        orb rl2,#0xff
        ldctl fcw,r2
        andb rl2,#0
        ldctl fcw,r2
        res r2,#15
        ldctl fcw,r2
        unsegm
        set r2,#14
        ldctl fcw,r2
        res r2,#14
        ldctl fcw,r2
        or r2,#0x7fff
        ldctl fcw,r2
        and r2,#0x8000
        ldctl fcw,r2
        setb rh2,#6
        ldctl fcw,r2
        resb rh2,#6
        ldctl fcw,r2
        orb rh2,#0x7f
        ldctl fcw,r2
        andb rh2,#0x80
        ldctl fcw,r2
        setb rl2,#7
        ldctl fcw,r2
        resb rl2,#7
        ldctl fcw,r2
        orb rl2,#0xff
        ldctl fcw,r2
        andb rl2,#0
        ldctl fcw,r2
        set r2,#15
        ldctl fcw,r2
        segm
        resb rh2,#7
        ldctl fcw,r2
        unsegm
        setb rh2,#7
        ldctl fcw,r2
        segm
        and r2,#0x7fff
        ldctl fcw,r2
        unsegm
        or r2,#0x8000
        ldctl fcw,r2
        segm
        andb rh2,#0x7f
        ldctl fcw,r2
        unsegm
        orb rh2,#0x80
        ldctl fcw,r2
        segm
        halt
