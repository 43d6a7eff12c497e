! .balign: continues at a multiple of a power of two; the gap is 0 or a fill.
        .byte   1
        .balign 2
        .byte   2
        .balign 8
        .byte   3
        .balign 1
        .byte   4
        .byte   1
        .balign 4, 0xee
        .byte   2
        .balign 8, 'z'
!= 0100020000000000030401ee027a7a7a
