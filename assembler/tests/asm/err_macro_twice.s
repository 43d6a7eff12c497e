! A macro is defined once, and its parameters have names of their own.
        .macro  once
        .endm
        .macro  once
        .endm
        .macro  pair a, a
        .endm
        .macro  5
        .endm
