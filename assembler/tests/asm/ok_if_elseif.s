! .elseif: the first condition that holds decides.
        .irp    n, 1, 2, 3, 4
        .if     \n == 1
        .byte   0x10
        .elseif \n < 3
        .byte   0x20
        .elseif \n == 3
        .byte   0x30
        .else
        .byte   0x40
        .endif
        .endr
!= 10203040
