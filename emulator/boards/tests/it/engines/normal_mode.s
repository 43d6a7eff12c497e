! Normal mode has code of its own: the same loop in system mode and in normal mode, which sees other memory in segment 1; SC
! comes back. Each mode counts for itself, and both add up.
!on modes
!register 7 1200 60 * 20
!register 2 64944 2 * (1 + 2 + ... + 1200), in 16 bits
start:  ldl rr14,#0x80007000
        ldk r0,#0
        ldctl psapseg,r0
        ld r0,#area
        ldctl psapoff,r0
        ld r1,#60
again:  calr sum
        ldctl r0,fcw
        res r0,#14
        ldctl fcw,r0
        ldl rr14,#0x80006000
        calr sum
        sc #0
        djnz r1,again
        ld r7,<<1>>0x1000
        halt
sum:    ld r3,#20
1:      inc <<1>>0x1000,#1
        ld r4,<<1>>0x1000
        add r2,r4
        djnz r3,1b
        ret
back:   inc r15,#4
        popl rr4,@rr14
        jp @rr4
        .balign 256
area:   .space 24
        .word 0, 0xc000, 0, back
