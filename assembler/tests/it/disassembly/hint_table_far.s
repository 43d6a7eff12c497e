! A table of a Z8001 has long words.
!with segments
!hint table 0x10..0x18
!lines ret / .word 0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f / T0010: / .long L0020 / .long L0024 / .word 0x8000,0x0028,0x0f0f,0x0f0f
        .z8001
        ret
        .org 0x10,0x0f
        .long one,two,three
        .org 0x20,0x0f
one:    clr r1
        ret
two:    clr r2
        ret
three:  .word 0x0f0f
