! Long words among the data of a Z8001 are evidence for code that follows other code.
!with segments
!instructions 0 6 8 a c e
        .z8001
        ld r1,0x80001000
        ret
one:    clr r1
        ret
two:    clr r2
        ret
        .word 0x0f0f
        clr r3
        ret
        .word 0x0f0f
        .long one,two
