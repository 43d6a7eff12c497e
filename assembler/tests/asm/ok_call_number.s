! `\@` counts the calls of macros, not repetitions.
        .macro  number
        .byte   \@
        .endm
        number
        .rept   2
        .byte   9
        .endr
        .irp    x,1,2
        .byte   \x
        .endr
        number
!= 000909010201
