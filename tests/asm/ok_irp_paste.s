! The value of .irp in the middle of a name.
        .irp    cc, z, c, mi
.Lon_\cc: jr      \cc\(),.Lon_\cc
        .endr
        .word   .Lon_c
!= e6ffe7ffe5ff0002
