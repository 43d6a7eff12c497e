! Counts ticks of the timer while it computes.
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start        ! reset: FCW, PC
        .org    0x18
        .word   0x4000, tick            ! non-vectored interrupt
        .org    0x100
start:  ld      r15,#0x8000             ! the stack
        ld      r0,#100
        out     #0xff10,r0              ! the timer: every 1,600 clocks
        ei      nvi
again:  ld      r2,#200
        call    sum
        cp      ticks,#20
        jr      ult,again
        di      nvi
        halt

sum:    clr     r3
add:    add     r3,r2
        djnz    r2,add
        ret

tick:   push    @r15,r0
        out     #0xff12,r0              ! takes the request back
        call    count
        pop     r0,@r15
        iret

count:  inc     ticks,#1
        ret

        .data
ticks:  .word   0
