! .if: any value but 0 holds.
        .if     1
        .byte   1
        .endif
        .if     0
        .byte   2
        .endif
        .if     -1
        .byte   3
        .endif
        .if     5-5
        .byte   4
        .endif
!= 0103
