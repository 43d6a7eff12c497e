! A macro, without and with parameters.
        .macro  twice
        nop
        nop
        .endm
        twice
        ret
        twice
        .macro  move to, from
        ld      \to,\from
        .endm
        move    r1, r2
        move    r3, #0x1234
        move    0x10(r2), r4
!= 8d078d079e088d078d07a121210312346f240010
