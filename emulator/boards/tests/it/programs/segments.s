! Code in segments 3 and 5, data in 1, the stack in 2.
        .z8001
        .text
        .org    0
        .word   0, 0xC000, 0x0300, 0x0100
        .org    0x30100
start:  ldl     rr14,#0x82008000
        ldl     rr2,#0x81001000
        ld      r5,#3
loop:   calr    count
        call    far
        djnz    r5,loop
        halt
count:  inc     r1,#1
        ld      @rr2,r1
        ret
        .org    0x50200
far:    push    @rr14,r1
        pop     r8,@rr14
        ret
        .bss
        .org    0x11000
cell:   .space  2
