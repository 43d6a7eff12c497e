! .even: a byte of 0 at an odd address, nothing at an even one.
        .byte   1
        .even
        nop
        .even
        .byte   2, 3
        .even
        .byte   4
!= 01008d07020304
