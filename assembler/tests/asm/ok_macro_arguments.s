! Arguments may be separated by spaces, enclosed in quotation marks, and be empty for the default.
        .macro  both a, b=7
        .byte   \a, \b
        .endm
        .macro  text words:req
        .ascii  "\words"
        .endm
        both    1 2
        both    1, 2
        both    3
        both    b=4, a=5
        both    8,
        text    "a, b"
!= 01020102030705040807612c2062
