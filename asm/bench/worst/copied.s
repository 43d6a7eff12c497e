! copied.s - each routine is copied to a new place before it is called, as
!            an overlay is.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x40
start:  ld      r15,#0xFFF0
again:  ld      r1,#0x1000
next:   ld      r6,#routine
        ld      r7,r1
        ld      r5,#(end-routine)/2
        ldir    @r7,@r6,r5
        call    @r1
        add     r1,#0x40
        cp      r1,#0xE000
        jr      ult,next
        jr      again

routine:
        add     r4,r1
        xor     r3,r4
        inc     r3,#1
        rl      r4,#1
        sub     r3,r4
        ex      r3,r4
        ret
end:
