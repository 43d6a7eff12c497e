! ports.s - input and output with little between them.

        .z8002
        .equ    TAKEN, 0xFF12           ! port of the timer, which is stopped
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x40
start:  ldl     rr2,#0x12345678
        ldl     rr4,#0x00010001
1:      in      r0,#0x2000
        out     #TAKEN,r0
        subl    rr2,rr4
        jr      1b
