! A Z8010 maps segment 1 to physical 020000h, a page long; accesses beyond it trap.
        .z8001
        .text
        .org    0
        .word   0, 0xC000, 0, start
        .org    0x120
        .word   0, 0xC000, 0, trap
        .org    0x200
start:  ld      r0,#0x0100
        ldctl   psapoff,r0
        clr     r0
        ldctl   psapseg,r0
        ldl     rr14,#0x80001000
        ! The mode register last: descriptors 0, 1, 2 are base, limit and attributes.
        ldb     rh0,#0
        soutb   0x01FC,rh0
        ld      r4,#descriptors
        ld      r5,#12
        ldb     rh0,#0
1:      ldl     rr2,#descriptors
        add     r3,r6
        ldb     rh0,@rr2
        soutb   0x0FFC,rh0
        inc     r6,#1
        djnz    r5,1b
        ldb     rh0,#0xC0
        soutb   0x00FC,rh0
        ld      r1,#0x1234
        ld      r2,r1
        ldl     rr4,#0x81000010
        ld      @rr4,r1
        ldl     rr4,#0x81000110
        ld      @rr4,r1
        nop
        halt
trap:   ld      r9,#7
        halt
descriptors:
        .byte   0,0,0xff,0, 2,0,0,0, 0,0,0xff,0
