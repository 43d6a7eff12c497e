! A macro calls another and hands parameters on.
        .macro  save reg
        push    @r15,\reg
        .endm
        .macro  save2 a, b
        save    \a
        save    \b
        .endm
        save2   r1, r2
        save2   b=r3, a=r4
!= 93f193f293f493f3
