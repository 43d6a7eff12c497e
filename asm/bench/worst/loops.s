! loops.s - 2,600 consecutive loops of 3,000 rounds: more than there is time to compile in a short run.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x40
.macro  loop op, operands:vararg
        ld      r0,#3000
1:      \op     \operands
        sub     r2,r5
        ex      r1,r7
        or      r7,r4
        djnz    r0,1b
.endm
start:
        .rept   650
        loop    add,r1,r2
        loop    xor,r3,r1
        loop    rl,r5,#1
        loop    inc,r4,#3
        .endr
        jp      start
