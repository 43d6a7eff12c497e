! What is wrong in a macro is told once.
        .macro  wrong
        ld      r1,rl2
        .endm
        wrong
        wrong
