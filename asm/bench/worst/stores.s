! stores.s - stores throughout a memory that also contains code, in a loop that
!            input interrupts.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x40
start:  clr     r1
1:      ld      0x8000(r1),r2
        ld      0x9000(r1),r3
        ldl     0xA000(r1),rr2
        ldm     0xB000(r1),r2,#6
        inc     r1,#2
        and     r1,#0x0FFE
        in      r0,#0x2000
        jr      1b
