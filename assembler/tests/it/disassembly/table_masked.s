! A mask limits an index: the table has as many entries as the index has values.
!lines T000e: / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word 0x0018 / L0018: / clr r1
        clrb    rh7
        andb    rl7,#3
        add     r7,r7
        ld      r1,table(r7)
        jp      @r1
table:  .word   out,out,out,out,out
out:    clr     r1
        ret
