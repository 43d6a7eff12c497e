! interrupts.s - a timer interrupts every 64 clocks, after every few instructions.

        .z8002
        .equ    PERIOD, 0xFF10
        .equ    TAKEN, 0xFF12
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x18
        .word   0x4000, handler
        .org    0x40
start:  ld      r15,#0xFFF0
        ld      r0,#10                  ! 160 clocks
        out     #PERIOD,r0
        ei      nvi
1:      inc     r1,#1
        add     r2,r1
        xor     r3,r2
        jr      1b
handler:
        out     #TAKEN,r0
        inc     r4,#1
        iret
