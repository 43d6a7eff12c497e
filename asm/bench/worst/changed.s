! changed.s - an instruction in a loop is changed after every 150 rounds
!             of four instructions.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x40
start:  ld      r2,#150
1:      add     r4,r2
change: inc     r3,#1
        xor     r4,r3
        djnz    r2,1b
        ld      r0,change
        xor     r0,#0x0200              ! INC and DEC
        ld      change,r0
        jr      start
