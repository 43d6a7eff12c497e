! Numbers of .byte.
        .byte   255
        .byte   -128
        .byte   256
        .byte   -129
