! phases.s - a loop that suits the compiler, then a hostile one, in turn:
!            each takes the interpreter some milliseconds.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x40
start:  ld      r12,#20
1:      clr     r13
2:      add     r4,r13
        xor     r3,r4
        rl      r3,#1
        add     r4,r3
        inc     r13,#1
        jr      nz,2b
        djnz    r12,1b
        ld      r12,#20
3:      clr     r13
4:      ld      5f+2,r13
5:      ld      r3,#0
        add     r4,r3
        inc     r13,#1
        jr      nz,4b
        djnz    r12,3b
        jr      start
