! The same for long words of a Z8001.
!with segments
!lines ldl rr4,#D0080 / ret
!lines .long L00a0 / .long L00a4 / .long L00a8 / .long L00ac / .word 0x8000,0x00a1,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f
        .z8001
        ldl rr4,#table
        ret
        .org 0x80,0x0f
table:  .long one,two,three,four,0x800000a1
        .org 0xa0,0x0f
one:    clr r1
        ret
two:    clr r2
        ret
three:  clr r3
        ret
four:   clr r4
        ret
