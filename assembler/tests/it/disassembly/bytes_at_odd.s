! Two bytes at an odd address are on two lines.
!lines ret / .asciz "abcd" / .byte 0x01 / .byte 0x02
        ret
        .asciz "abcd"
        .byte 1,2
