! One odd byte is one error, however many instructions follow.
        .byte   1
        nop
        nop
        nop
