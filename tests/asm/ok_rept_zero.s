! .rept 0 leaves its lines out.
        .byte   1
        .rept   0
        .byte   2
        .endr
        .byte   3
!= 0103
