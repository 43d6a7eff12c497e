! slots.s - where instructions are tested.
!
! There are two slots. After slot A the registers are stored; a jump can land before or after it. Slot B is for
! timing: it is followed by a sled of the shortest instructions, and the point at which the timer interrupts the sled
! gives the time. Both slots look the same to a relative address.

        .text

! The maximum distance back for DJNZ; JR reaches one word farther, which shows in R0.
        .org    SLOT_A+2-256
        far
        com     r0
        ld      came,#9
        jp      exit_a

        .org    SLOT_A-SLOT_FRONT
area_a: .space  8                       ! for relative loads and stores
back_a: ld      came,#2
        jr      exit_a
prologue_a:
        ldm     r0,state+STATE_REGISTERS,#16
        .org    SLOT_A
slot_a: .rept   CODE_WORDS
        ld      r0,r0
        .endr
        jr      exit_a
ahead_a:
        ld      came,#1
exit_a: ldm     registers,r0,#16
.ifdef CPM
        ldctlb  rl0,flags
        clrb    rh0
        ld      came+2,r0
        ld      r15,saved_stack
        jp      after_test
.else
        sc      #0
.endif

        .org    SLOT_A+2+254            ! as far ahead as JR reaches
        ld      came,#10
        jr      exit_a

.ifndef CPM
        .space  8
        jr      sled
        .space  prologue_a-back_a-2
prologue_b:
        ldm     r0,state+STATE_REGISTERS,#16
slot_b: .rept   CODE_WORDS
        ld      r0,r0
        .endr
sled:   .rept   SLED_WORDS
        ld      r0,r0
        .endr
        sc      #1                      ! no interrupt
.endif

        .org    SLOT_A+2+4096           ! and CALR
        ld      came,#11
        jp      exit_a
        near
