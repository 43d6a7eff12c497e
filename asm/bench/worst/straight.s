! straight.s - 42 KB of code without a jump, repeatedly.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x40
start:
        .rept   1800
        add     r1,r2
        inc     r2,#3
        xor     r3,r1
        ld      r4,0xF000
        sub     r5,r4
        rl      r3,#1
        ex      r5,r3
        add     r6,#0x1234
        neg     r6
        ld      0xF000,r6
        .endr
        jp      start
