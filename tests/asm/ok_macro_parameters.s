! Parameters: \a is what the call gives.
        .macro  move to, from
        ld      \to,\from
        .endm
        move    r1, r2
        move    r3, #0x1234
        move    0x10(r2), r4
!= a121210312346f240010
