! What was stored is loaded again: words and bytes that overlap, through registers that turn out to name the same place,
! and by other registers.
!on z8002
start:  ld r1,#400
        ld r8,#0x4000
1:      ld r9,r8
        ld @r8,r1
        ldb rl2,1(r8)
        ld @r9,#0x1234
        ld r3,@r8
        add r4,r3
        ldb 2(r8),rl1
        ld 2(r9),r4
        ldb 3(r8),rh1
        ld r5,2(r8)
        xor r6,r5
        pushl @r8,rr4
        pop r10,@r8
        inc @r8,#3
        pop r11,@r8
        add r12,r11
        sub r12,r10
        ldm @r8,r2,#4
        ldl rr10,2(r8)
        add r13,r11
        djnz r1,1b
        halt
