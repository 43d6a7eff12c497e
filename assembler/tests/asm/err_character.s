! Signs without meaning, and no character after a quotation mark.
        .word   '{'
        ldb     rl1,#';'
        nop     { nop
        .byte   {
        ldb     rl1,#'
