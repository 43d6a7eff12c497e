! The zeros at the end of a mask are the step of the table.
!lines T0080: / .word L00ce / .word L00d2 / .word L00ce / .word L00d2 / .word 0x00ce / T008a: / .word L00ce
!lines .word L00d2 / .word 0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f / .word 0x00ce,0x0f0f / L00ce: / clr r1
        and     r6,#6
        ld      r1,near(r6)
        call    @r1
        and     r7,#0x30
        ld      r1,apart(r7)
        jp      @r1
        .org    0x80,0x0f
near:   .word   one,two,one,two,one
apart:  .word   one,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f
        .word   two,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f
        .word   one,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f
        .word   two,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f,0x0f0f
        .word   one,0x0f0f
one:    clr     r1
        ret
two:    clr     r2
        ret
