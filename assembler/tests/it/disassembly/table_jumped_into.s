! What is known to be an entry of a table stays one, although another jump leads there.
!lines T000a: / .word L0012 / .word L0016 / L000e: / .word L0012 / .word L0016 / L0012: / clr r1 / jr L000e / L0016:
        and r7,#6
        ld r1,table(r7)
        jp @r1
table:  .word one,two,one,two
one:    clr r1
        jr table+4
two:    clr r2
        ret
