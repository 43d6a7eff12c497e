! A macro calls itself until a condition ends it.
        .macro  count n
        .byte   \n
        .if     \n
        count   \n-1
        .endif
        .endm
        count   4
!= 0403020100
