! Reads sector 1 of the disk, writes its first word complemented into sector 0, and reads beyond the end.
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
start:  ld      r0,#1
        out     0xFF22,r0
        out     0xFF24,r0
        in      r1,0xFF24
        in      r2,0xFF26
        clr     r0
        out     0xFF22,r0
        com     r2
        ld      r3,#256
1:      out     0xFF26,r2
        djnz    r3,1b
        ld      r0,#2
        out     0xFF24,r0
        in      r3,0xFF24
        ld      r0,#9
        out     0xFF22,r0
        ld      r0,#1
        out     0xFF24,r0
        in      r4,0xFF24
        halt
