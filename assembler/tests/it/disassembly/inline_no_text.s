! What follows a call of a routine for strings, but is none, has no end: nothing after it is code.
!lines call L000c / .word 0x6101,0xb100,0x9e08,0x0f0f / L000c: / pop r1,@r15
        call print
        .byte 'a',1
        .word 0xb100
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
