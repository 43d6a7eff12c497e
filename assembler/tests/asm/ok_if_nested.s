! Conditions in conditions; in skipped lines they are only counted.
        .if     0
        .if     1
        .byte   1
        .else
        .byte   2
        .endif
        .else
        .if     0
        .byte   3
        .else
        .byte   4
        .endif
        .endif
!= 04
