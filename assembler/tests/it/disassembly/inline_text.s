! A string after a call is skipped.
!lines .asciz "hello, world" / .byte 0x00 / clr r1 / ret
        call print
        .asciz "hello, world"
        .even
        clr r1
        ret
print:  pop r1,@r15
1:      ldb rl0,@r1
        inc r1,#1
        testb rl0
        jr eq,2f
        out 0x20,r0
        jr 1b
2:      inc r1,#1
        res r1,#0
        jp @r1
