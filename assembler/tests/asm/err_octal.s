! Octal numbers have digits up to 7; numbers have 64 bits.
        .byte   08
        .word   0x
        .long   0x1ffffffffffffffff
