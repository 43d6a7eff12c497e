! \() ends the name of a parameter.
        .macro  both insn, n
        \insn\()b rl\n\(),rh\n
        \insn   r\n\(),r1\n
        .endm
        both    ld, 2
        both    add, 3
!= a02aa1c2803b81d3
