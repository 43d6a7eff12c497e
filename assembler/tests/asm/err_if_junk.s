! A condition is one expression.
        .if     1 2
        nop
        .endif
        .if
        nop
        .endif
