! A string of an even number of characters has its zero and a byte more.
!lines call L0010 / D0004: / .asciz "abcd" / .byte 0x00 / clr r1 / ret
        call print
        .asciz "abcd"
        .byte 0
        clr r1
        ret
        .word 0x0f0f
print:  pop r1,@r15
1:      ldb rl0,@r1
        inc r1,#1
        testb rl0
        jr eq,2f
        jr 1b
2:      inc r1,#1
        res r1,#0
        jp @r1
