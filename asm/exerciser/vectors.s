! vectors.s - the state before a test, by default.

        tables
        .even
usual:  .rept   CODE_WORDS
        .word   0xa100                  ! ld r0,r0
        .endr
        .word   TEST_FCW,prologue_a
        .word   0x1357,0x2468,0x8bce,0x9adf,0x0f1e,0x2d3c,0x4b5a,0x6978
        .word   0x8796,0xa5b4,0xc3d2,0xe1f0,0x1248,0x3692
.ifdef SEGMENTED
        .word   0x8000,memory+16
.else
        .word   0x5cb1,memory+16
.endif
        .word   0x0123,0x4567,0x89ab,0xcdef,0xfedc,0xba98,0x7654,0x3210
