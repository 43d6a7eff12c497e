! Comparisons decide conditions.
        .equ    n, 5
        .if     n == 5
        .byte   1
        .endif
        .if     n <> 5
        .byte   2
        .endif
        .if     n < 6 && n > 4
        .byte   3
        .endif
        .if     n <= 4 || n >= 6
        .byte   4
        .endif
        .if     n <= 5 && n >= 5
        .byte   5
        .endif
!= 010305
