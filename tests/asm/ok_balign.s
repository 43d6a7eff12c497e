! .balign: goes on at a multiple of a power of two.
        .byte   1
        .balign 2
        .byte   2
        .balign 8
        .byte   3
        .balign 1
        .byte   4
!= 01000200000000000304
