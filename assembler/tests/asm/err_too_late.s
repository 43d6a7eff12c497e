! What decides over addresses must be known before.
        .if     later
        .endif
        .rept   later
        nop
        .endr
later:  nop
