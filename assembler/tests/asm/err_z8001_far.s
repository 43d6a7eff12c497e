! What does not fit an address is an error, and so is a section that crosses the end of its segment.
        .z8001
        ld      r1,0x00123456
        .word   lab
        ld      r1,<<1>>lab
        jp      0x10010
        .org    0x10010
lab:    nop
        .org    0x1fffc
        .long   1, 2
