! `.align` takes a power of two, `.balign` bytes.
        .byte   1
        .align  2
        .byte   2
        .balign 2,0xff
        .byte   3
!= 0100000002ff03
