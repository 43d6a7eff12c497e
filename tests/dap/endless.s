! endless.s - counts for ever.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start

start:  clr     r0
1:      inc     r1,#1
        jr      nz,1b
        inc     r0,#1
        ldk     r1,#1
        jr      1b
