! .if: any value but 0 holds; .else: the other lines.
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
        .equ    DEBUG, 0
        .if     DEBUG
        .byte   1
        .else
        .byte   2
        .endif
        .if     DEBUG == 0
        .byte   3
        .else
        .byte   4
        .endif
!= 01030203
