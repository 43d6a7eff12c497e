! Signs without meaning, and no character behind a quotation mark.
        .word   '{'
        ldb     rl1,#';'
        nop     { nop
        .byte   {
        ldb     rl1,#'
