! Blocks that do not begin or end.
        .else
        .endif
        .endm
        .if     undefined
        .endif
        .if     1
        .rept   2
        nop
