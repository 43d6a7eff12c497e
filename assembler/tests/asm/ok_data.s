! Numbers, texts, space and alignment.
        .byte   1, -1, 'A', 0b101, 0x7f
        .even
        .word   -1, 0x1234, 2*(3+4)<<1, ~0&0xff
        .long   0xdeadbeef, -2
        .ascii  "a\n\"\\"
        .asciz  "b!"
        .space  3
        .balign 4
        .word   100 % 7, 100 / 7, 5 - 3 * 2, 6 ^ 3
!= 01ff41057f00ffff1234001c00ffdeadbeeffffffffe610a225c622100000000
!= 0002000effff0005
