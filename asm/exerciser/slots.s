! slots.s - where instructions are tested.
!
! There are two slots. Behind slot A the registers are stored; a jump can land before or behind it. Slot B is for
! clocks: behind it lies a sled of the shortest instructions there are, and where on it the timer's interrupt comes
! tells the time. Both slots look alike to a relative address.

        .text
.ifdef CPM
        .org    0
        jp      start
.else
        .org    2
.ifdef SEGMENTED
        .word   0xc000,0,start_segmented
.else
        .word   SYSTEM,start
.endif
.endif

.ifdef SEGMENTED
        .org    0x80
short_words:                            ! within reach of a short address
        .word   0x0000,0x7fff,0x8001,0xa55a
.endif

        .org    SLOTS
area_a: .space  8                       ! for relative loads and stores
        far
back_a: ld      came,#2
        jr      exit_a
prologue_a:
        ldm     r0,state+STATE_REGISTERS,#16
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
        near
