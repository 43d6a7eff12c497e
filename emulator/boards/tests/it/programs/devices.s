! Sends what it receives plus one, counts the timer in R9, and writes what it received into a disk.
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    24
        .word   0x4000, tick
        .org    0x100
start:  ld      r15,#0x8000
        ld      r0,#12
        out     0xFF10,r0
        ! While the timer interrupts, a program does not count as one that waits.
1:      inb     rl0,0xFF01
        bitb    rl0,#0
        jr      z,1b
        ei      nvi
next:   inb     rl0,0xFF01
        bitb    rl0,#0
        jr      z,next
        inb     rl1,0xFF03
        incb    rl1,#1
        outb    0xFF03,rl1
        in      r2,0xFF26
        add     r3,r2
        out     0xFF26,r1
        ld      r0,#2
        out     0xFF24,r0
        ld      r0,#1
        out     0xFF24,r0
        cpb     rl1,#'/'
        jr      ne,next
        clr     r0
        out     0xFF10,r0
        halt
tick:   out     0xFF12,r0
        inc     r9,#1
        test    r9
        iret
