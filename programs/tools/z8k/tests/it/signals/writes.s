! Writes a number into each sector in turn, and sends it when the disk says that it is written.
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
start:  subl    rr4,rr4
next:   clr     r3
        out     #0xFF20,r3
        ld      r2,r5
        and     r2,#63
        out     #0xFF22,r2
        ld      r2,#128
1:      out     #0xFF26,r4
        out     #0xFF26,r5
        djnz    r2,1b
        ld      r3,#2
        out     #0xFF24,r3
        in      r3,#0xFF24
        test    r3
        jr      nz,fail
        outb    #0xFF03,rh4
        outb    #0xFF03,rl4
        outb    #0xFF03,rh5
        outb    #0xFF03,rl5
        addl    rr4,#1
        jr      next
fail:   halt
