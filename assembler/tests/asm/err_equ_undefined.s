! The fault of a definition is told where it stands, once, and not at its uses.
        .equ    twice, again * 2
        .equ    again, missing + 1
        ld      r1,#twice
        ld      r2,#again ; ld r3,#absent
        .word   twice, again
        .equ    round, round + 1
        .word   round
        .equ    share, 1 / none
        .equ    none, 0
        .word   share
        .equ    unused, nothing
