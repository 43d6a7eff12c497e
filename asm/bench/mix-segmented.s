! mix-segmented.s - mix.s on a Z8001 in segmented mode: code in segment 0,
!         data in segment 1, the stack in segment 2.
!
! The same instructions as in mix.s, as many of them, with the same R0 at
! the end. Run it on programs/system/machines/z8001.toml.

        .z8001

        .ifndef ROUNDS
        .equ    ROUNDS, 65000
        .endif
        .equ    STEPS, 250

        .text
        .org    0
        .word   0, 0xC000, 0, start

start:  ldl     rr14,#0x82008000
        clr     r0                      ! what the steps work out
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
        lda     rr6,table
        lda     rr8,copy
        ldir    @rr8,@rr6,r5
        djnz    r3,round
        ld      result,r0
        halt

! turn - leave the stack as it was, and R10 as R4.
turn:   push    @rr14,r4
        rl      r4,#1
        pop     r10,@rr14
        ret

        .bss
        .org    0x11000
table:  .space  2*STEPS+2
copy:   .space  32
result: .space  2
