! Numbers of .word and .long.
        .word   65535
        .long   -0x80000000
        .word   65536
        .word   -32769
        .long   0x100000000
