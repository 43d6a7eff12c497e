! All entries of a table are data, also to a guess: their words would be instructions.
!with guess
!lines jp @r1 / T000a: / .word L0012 / .word L0016 / .word L0012 / .word L0016 / L0012: / clr r1
        and r7,#6
        ld r1,table(r7)
        jp @r1
table:  .word one,two,one,two
one:    clr r1
        ret
two:    clr r2
        ret
