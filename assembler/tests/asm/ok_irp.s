! .irp repeats lines with each of the values, in the middle of a name too.
        .irp    reg, r1, r3, r5
        push    @r15,\reg
        .endr
        .irp    n, 1, 2+3, 'A', 0
        .byte   \n
        .endr
        .irp    cc, z, c, mi
.Lon_\cc: jr      \cc\(),.Lon_\cc
        .endr
        .word   .Lon_c
!= 93f193f393f501054100e6ffe7ffe5ff000c
