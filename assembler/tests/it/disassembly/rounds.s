! What one round through the program finds makes more likely in the next.
!instructions 0 8 a c e 14 16 18 1a
        jp start
        .word 0x0f0f,0x0f0f
early:  clr r1
        ret
second: clr r2
        ret
        .word 0x0f0f
        .word 0x0f0f
start:  nop
        ret
third:  clr r3
        jp early
        .word second,third
