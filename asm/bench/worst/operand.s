! operand.s - each round writes the operand of one of its own instructions.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x40
start:  clr     r13
1:      ld      2f+2,r13
2:      ld      r3,#0
        add     r4,r3
        inc     r13,#1
        jr      nz,1b
        jr      start
