! name = value is the same as .set.
        n = 5
        .byte   n
        n = n + 1
        .byte   n
        n = n << 2
        .byte   n
!= 050618
