! Macros: parameters, defaults, the number of the call, calls within calls.
        .macro  save reg
        push    @r15,\reg
        .endm
        .macro  delay reg, n=4
        ld      \reg,#\n
.Lw\@:  djnz    \reg,.Lw\@
        .endm
        .macro  both a, b
        save    \a
        delay   \b, 7
        .endm
        save    r7
        delay   r9
        delay   r9, 10
        both    r1, r2
!= 93f721090004f9812109000af98193f121020007f281
