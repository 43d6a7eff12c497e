! Strings are found, with what an escape stands for.
!lines .asciz "several words"
!lines D0016: / .asciz "say \"hi\"\r\n"
        ld r1,#2f
        ldb rl0,@r1
        ret
1:      .asciz "several words"
2:      .ascii "say \"hi\"\r\n"
        .byte 0,7
