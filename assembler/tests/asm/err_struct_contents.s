! A structure has no contents either.
        .struct 0
a:      .space  2
        .word   1
        nop
        .ascii  "x"
