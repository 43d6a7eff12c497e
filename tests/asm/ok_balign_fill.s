! .balign with a fill.
        .byte   1
        .balign 4, 0xee
        .byte   2
        .balign 8, 'z'
!= 01eeeeee027a7a7a
