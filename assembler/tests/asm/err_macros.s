! What goes wrong in a macro is shown with its call.
        .macro  twice reg
        add     \reg,\reg
        .endm
        twice   r1
        twice   rl1
        twice   r1, r2
        .macro  again
        again
        .endm
        again
