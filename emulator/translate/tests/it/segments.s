! Bytes at a known offset of segments 2 and 3 by turns.

        .z8001
        .word   0,0xc000
        .long   start
start:  ld      r7,#5000
        ld      r6,#0x0200
next:   ld      r2,r6
        ld      r3,#0x20
        ldb     rl4,@rr2
        add     r5,r4
        incb    rl4,#3
        ldb     @rr2,rl4
        xor     r6,#0x0100
        djnz    r7,next
        halt
