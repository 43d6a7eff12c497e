! .byte and .word take expressions with commas between.
        .byte   1
        .word   1, 2
        .byte
        .byte   1,
        .word   1 2
