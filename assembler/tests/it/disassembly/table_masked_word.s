! The zeros at the end of a mask are the step of the table.
!lines T000a: / .word L0014 / .word L0014 / .word L0014 / .word L0014 / .word 0x0014 / L0014: / clr r1
        and     r7,#6
        ld      r1,table(r7)
        jp      @r1
table:  .word   out,out,out,out,out
out:    clr     r1
        ret
