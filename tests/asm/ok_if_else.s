! .else: the other lines.
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
!= 0203
