! timed.s - how long an instruction takes.
!
! The timer is started before the instruction and the sled. The interrupt is accepted after the instruction during
! which the timer expires, and those of the sled take three clocks: the return address gives the number of clocks, in
! units of three. Every third test begins one clock later, and every third two, so that a single clock shows. The
! interrupt is also accepted between two iterations of a block instruction: then the counter is recorded, the timer is
! restarted, and the instruction continues.

! Period of the timer when an instruction continues: the return to it, and one or two iterations.
.ifdef SEGMENTED
RESUMED = 8
SAVED_REGISTERS = 14
.else
RESUMED = 6
SAVED_REGISTERS = 15
.endif

        .text

! find_timer - see whether the timer interrupts.
! out    has_timer
! uses   R0, R1
find_timer:
        clr     has_timer
        ld      saved_stack,r15
        ldk     r0,#1
        out     #TIMER_PERIOD,r0
        ei      nvi
        ld      r1,#100
1:      djnz    r1,1b
        di      nvi
        jr      stop_timer

! timer_found - note that the timer interrupts, and return to the caller of find_timer.
! out    has_timer; R15 as find_timer had it
! uses   R0
! clocks 66
timer_found:
        test    log_end
        jp      nz,log_timer
        ld      r15,saved_stack
        ldk     r0,#1
        ld      has_timer,r0

! stop_timer - stop the timer and withdraw its interrupt.
! uses   R0
! clocks 41
stop_timer:
        clr     r0
        out     #TIMER_PERIOD,r0
        out     #TIMER_TAKEN,r0
        ret

! find_vectored - see whether there is a timer with the vectored interrupt.
! out    has_vectored
! uses   R0, R1
find_vectored:
        clr     has_vectored
        ld      saved_stack,r15
        ldk     r0,#1
        out     #VECTOR_PERIOD,r0
        ei      vi
        ld      r1,#100
1:      djnz    r1,1b
        di      vi
        ret

! vectored_came - handle the vectored interrupt of find_vectored, to whose caller it returns, or of a test.
! out    has_vectored; R15 as find_vectored had it
! uses   R0, R2
vectored_came:
        test    log_end
        jp      nz,log_vectored
        ldm     registers,r0,#16
        clr     r0
        out     #VECTOR_PERIOD,r0
        out     #VECTOR_TAKEN,r0
        ldk     r2,#8
        test    has_vectored
        jr      nz,trapped
        ld      r15,saved_stack
        ld      has_vectored,r2
        ret

! time_test - run the test once more, and add its clocks to the sum.
! uses   R0-R14
time_test:
        ld      saved_stack,r15
        clr     interrupted
        calr    fill_memory
        ld      r0,#TIMED_AREA
        ldctl   psapoff,r0
        ld      r0,state+STATE_FCW
        or      r0,#NVIE
        ld      timed_status,r0
        ld      r1,phase
        dec     r1,#1
        jr      pl,1f
        ldk     r1,#2
1:      ld      phase,r1
        sll     r1,#2
        ld      r0,period
        out     #TIMER_PERIOD,r0
        jp      delays(r1)
delays: ld      r0,r0                   ! 3 clocks
        jr      1f
        add     r0,r0                   ! 4
        jr      1f
        adc     r0,r0                   ! 5
        jr      1f
1:      ldps    timed_status

! timed_call - SC in a timed test: the end of the sled, without an interrupt; or the instruction under test, which
! is still being timed.
timed_call:
        cp      @r15,#0x7f01
        jp      ne,sled
        ld      r1,#slot_b-1            ! no time
        jr      timer_told

! timer_came - handle the interrupt of a timed test.
timer_came:
        ldm     at_interrupt,r0,#15
        ld      r1,r15(#2+2*PC_WORDS)   ! the offset of PC
        cp      r1,#slot_b
        jr      ne,timer_told
        ld      r0,interrupted
        rl      r0,#2
        add     r0,at_interrupt+20      ! R10
        ld      interrupted,r0
        ldk     r0,#RESUMED
        out     #TIMER_TAKEN,r0
        out     #TIMER_PERIOD,r0
        resume  at_interrupt,SAVED_REGISTERS
timer_told:
        ld      r15,saved_stack
        sub     r1,#slot_b
        ld      extra,r1
        ld      r0,interrupted
        ld      extra+2,r0
        ld      r0,#STATUS_AREA
        ldctl   psapoff,r0
        calr    stop_timer
        ld      r4,#extra
        ldk     r5,#2
        ldl     rr2,crc_clocks
        calr    add_to_crc
        ldl     crc_clocks,rr2
        ret
