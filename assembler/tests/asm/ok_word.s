! .word: numbers of two bytes, the high one first; at an odd address too.
        .word   0x1234, -1, 65535
        .byte   1
        .word   0xabcd
        .word   after
after:  .byte   2
!= 1234ffffffff01abcd000b02
