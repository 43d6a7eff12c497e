! traps.s - program status areas, and recording what a trap leaves.

        .text

! One entry: FCW and PC of the handler.
.macro  entry fcw, pc
.ifdef SEGMENTED
        .word   0,\fcw,0,\pc
.else
        .word   \fcw,\pc
.endif
.endm

here = .
        .org    STATUS_AREA
        entry   0,0                     ! not used by the processor
        entry   SYSTEM,trap_extended
        entry   SYSTEM,trap_privileged
        entry   SYSTEM,trap_call
        entry   SYSTEM,segment_came
        entry   SYSTEM,nmi_came
        entry   SYSTEM,timer_found
.ifdef SEGMENTED
        .word   0,SYSTEM                ! one PC for each even identifier
        .rept   VECTOR/2
        .word   0,trap_other
        .endr
        .word   0,vectored_came,0,trap_other
.else
        .word   SYSTEM
        .rept   VECTOR
        .word   trap_other
        .endr
        .word   vectored_came,trap_other
.endif
        .org    TIMED_AREA
        entry   0,0
        entry   SYSTEM|NVIE,sled
        entry   SYSTEM|NVIE,sled
        entry   SYSTEM|NVIE,timed_call
        entry   SYSTEM,trap_other
        entry   SYSTEM,trap_other
        entry   SYSTEM,timer_came
        .org    here

! The handlers record the registers as the trap left them, and the number of its entry.
trap_extended:
        ldm     registers,r0,#16
        ldk     r2,#4
        jr      trapped
trap_privileged:
        ldm     registers,r0,#16
        ldk     r2,#5
        jr      trapped
segment_came:
        ldm     registers,r0,#16
        ldk     r2,#12
        jr      trapped
trap_other:
        ldm     registers,r0,#16
        ldk     r2,#7
        jr      trapped
trap_call:
        cp      @r15,#0x7f00
        jr      eq,2f                   ! the end of a test
        ldm     registers,r0,#16
        ldk     r2,#6

! The frame is copied to the memory under test, and FCW is that of the frame.
trapped:
        add     r2,came
        ld      came,r2
.ifdef SEGMENTED
        ldm     r4,@r15,#4
        ldm     memory,r4,#4
.else
        ldm     r4,@r15,#3
        ldm     memory,r4,#3
.endif
2:      ld      r0,r15(#2)
        ld      came+2,r0
        ld      r15,saved_stack
        jp      after_test
