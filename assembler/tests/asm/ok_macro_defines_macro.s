! A macro defines another.
        .macro  operation name, insn
        .macro  \name to, from
        \insn   \to,\from
        .endm
        .endm
        operation plus, add
        operation minus, sub
        plus    r1,r2
        minus   r3,r4
!= 81218343
