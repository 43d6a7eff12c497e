! A program that answers each character with the next one, and counts the timer's interrupts in R9, until a dot.
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    24
        .word   0x4000, tick
        .org    0x100
start:  ld      r15,#0x8000
        ld      r0,#50
        out     0xFF10,r0
        ei      nvi
next:   inb     rl0,0xFF01
        bitb    rl0,#0
        jr      z,next
        inb     rl1,0xFF03
        incb    rl1,#1
        outb    0xFF03,rl1
        cpb     rl1,#'/'
        jr      ne,next
        clr     r0
        out     0xFF10,r0
        di      nvi
        halt
tick:   out     0xFF12,r0
        inc     r9,#1
        iret
