! What is on the stack before a call is there after it.
!lines jp @r2 / .word 0x0f0f,0x0f0f / L0012: / ret / .word 0x0f0f / L0016: / clr r3 / ret
        ld r1,#target
        push @r15,r1
        call nothing
        pop r2,@r15
        jp @r2
        .word 0x0f0f
        .word 0x0f0f
nothing: ret
        .word 0x0f0f
target: clr r3
        ret
