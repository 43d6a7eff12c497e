! A routine that returns to before its call, or after a string that is none, leaves its caller open: that may return.
!lines call L000e / ld r2,r3 / call L0018 / ld r2,r4 / ret
        call again
        ld      r2,r3
        call silent
        ld      r2,r4
        ret
again:  call back
back:   pop     r1,@r15
        dec     r1,#4
        jp      @r1
silent: call print
        .word   0xb100
print:  pop     r1,@r15
1:      ldb     rl0,@r1
        inc     r1,#1
        testb   rl0
        jr      eq,2f
        jr      1b
2:      inc     r1,#1
        res     r1,#0
        jp      @r1
