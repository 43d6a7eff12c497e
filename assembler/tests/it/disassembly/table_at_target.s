! A table without a bound ends where the first of its targets begins, although the words of that may be addresses, too.
!lines T0080: / .word L0090 / .word L0084 / L0084: / addb rh0,@r9 / ret / .word 0x0f0f,0x0f0f,0x0f0f,0x0f0f / L0090: / clr r2
        ld      r1,table(r7)
        jp      @r1
        .org    0x80,0x0f
table:  .word   two,one
one:    addb    rh0,@r9
        ret
        .org    0x90,0x0f
two:    clr     r2
        ret
