! What instructions of two sizes use has the larger one; several elements are as many as the largest number of them.
!lines D0040: / .word 0x0102 / D0042: / .long 0x03040506 / D0046: / .word 0x0708,0x090a,0x0b0c / .word 0x0d0e / D004e: / .byte 0x0f
        ldb rl1,0x40
        ld r1,0x40
        ldl rr2,0x42
        ld r1,0x42
        ldb rl1,0x42
        ld r1,0x46
        ldm r1,0x46,#3
        ldm r1,0x46,#2
        ldb rl1,0x4e
        ret
        .org 0x40,0x0f
        .byte 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16
