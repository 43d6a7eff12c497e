! calls.s - system calls whose handler does little.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x0C
        .word   0x4000, handler
        .org    0x40
start:  ld      r15,#0xFFF0
1:      inc     r1,#1
        sc      #1
        add     r2,r1
        jr      1b
handler:
        inc     r3,#1
        xor     r4,r3
        iret
