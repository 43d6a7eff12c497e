! All conditions; some have two names.
        .irp    cc, f, lt, le, ule, ov, pe, mi, z, eq, c, ult
        jr      \cc\(),.
        .endr
        .irp    cc, t, ge, gt, ugt, nov, po, pl, nz, ne, nc, uge
        jr      \cc\(),.
        .endr
        jr      .
!= e0ffe1ffe2ffe3ffe4ffe4ffe5ffe6ffe6ffe7ffe7ffe8ffe9ffeaffebffecff
!= ecffedffeeffeeffefffefffe8ff
