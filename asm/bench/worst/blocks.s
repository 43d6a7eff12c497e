! blocks.s - short block moves, searches and translations.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x40
start:  ld      r15,#0xFFF0
1:      ld      r6,#0x1000
        ld      r7,#0x2000
        ld      r5,#4
        ldir    @r7,@r6,r5
        inc     0x1002,#1
        ld      r6,#0x1000
        ld      r5,#6
        ldb     rl0,#1
        cpirb   rl0,@r6,r5,eq
        ld      r6,#0x2000
        ld      r7,#0x3000
        ld      r5,#3
        trirb   @r6,@r7,r5
        jr      1b
