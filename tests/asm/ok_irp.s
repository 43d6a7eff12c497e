! .irp repeats lines with each of the values.
        .irp    reg, r1, r3, r5
        push    @r15,\reg
        .endr
        .irp    n, 1, 2+3, 'A'
        .byte   \n
        .endr
!= 93f193f393f5010541
