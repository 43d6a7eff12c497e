! loops.s - 2,600 loops of 3,000 rounds, one after the other: more than there is time to compile in a short run.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x40
start:
        .rept   650
.irp    body,"add r1,r2","xor r3,r1","rl r5,#1","inc r4,#3"
        ld      r0,#3000
1:      \body
        sub     r2,r5
        ex      r1,r7
        or      r7,r4
        djnz    r0,1b
.endr
        .endr
        jp      start
