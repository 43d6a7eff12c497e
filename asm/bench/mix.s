! mix.s - a mix of loads, arithmetic, branches, calls, block moves and
!         indexed access, to time the emulator with.
!
! Every path through a step takes 16 instructions, so a run takes
! 5 + ROUNDS * (6 + 16 * STEPS) of them: 260,390,005.
!
! With SEGMENTED defined, as in mix-segmented.s, the same instructions run on
! a Z8001 in segmented mode: code in segment 0, data in segment 1, the stack
! in segment 2.

        .ifdef  SEGMENTED
        .z8001
        .else
        .z8002
        .endif

        .ifndef ROUNDS
        .equ    ROUNDS, 65000
        .endif
        .equ    STEPS, 250

        .text
        .org    0
        .ifdef  SEGMENTED
        .word   0, 0xC000, 0, start
start:  ldl     rr14,#0x82008000
        .else
        .word   0, 0x4000, start
start:  ld      r15,#0x8000
        .endif
        clr     r0                      ! the result of the steps
        ld      r3,#ROUNDS
round:  ld      r2,#STEPS
step:   ld      r1,r2
        add     r1,r1
        ld      r4,table(r1)
        add     r4,r2
        xor     r0,r4
        ld      table(r1),r4
        test    r4
        jr      mi,1f
        inc     r0,#1
        jr      2f
1:      dec     r0,#1
        nop
2:      calr    turn
        djnz    r2,step
        ld      r5,#16
        .ifdef  SEGMENTED
        lda     rr6,table
        lda     rr8,copy
        ldir    @rr8,@rr6,r5
        .else
        ld      r6,#table
        ld      r7,#copy
        ldir    @r7,@r6,r5
        .endif
        djnz    r3,round
        ld      result,r0
        halt

! turn - leave the stack unchanged, and R6 equal to R4.
turn:
        .ifdef  SEGMENTED
        push    @rr14,r4
        rl      r4,#1
        pop     r6,@rr14
        .else
        push    @r15,r4
        rl      r4,#1
        pop     r6,@r15
        .endif
        ret

        .bss
        .ifdef  SEGMENTED
        .org    0x11000
        .else
        .org    0x1000
        .endif
table:  .space  2*STEPS+2
copy:   .space  32
result: .space  2
