! Characters as numbers.
        .byte   'a', 'Z', '0', ' '
        .byte   '!', '"', ',', ';', '#'
        .byte   '\n', '\\', '\t'
        .byte   'a'-32, 'z'-'a'+1
        .even
        cpb     rl1,#'9'
        ldb     rl2,#'!' ! the second one begins the comment
!= 615a302021222c3b230a5c09411a0a093939ca21
