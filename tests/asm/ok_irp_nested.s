! .irp in .irp.
        .irp    a, 1, 2
        .irp    b, 3, 4
        .byte   \a*16+\b
        .endr
        .endr
!= 13142324
