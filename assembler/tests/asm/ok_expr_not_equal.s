! != is an operator in conditions, and only there (by hand: GNU as takes ! for a comment).
        .equ    n, 5
        .if     n != 4
        .byte   1
        .endif
        .if     n != 5
        .byte   2
        .endif
        .byte   3 != 4
!= 0103
