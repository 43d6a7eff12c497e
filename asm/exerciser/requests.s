! requests.s - interrupts at the same time, and requests that last until they are withdrawn.
!
! While a log is kept, each interrupt records its number and its frame. VI and NVI occur a second time before they are
! withdrawn, which shows that they are level-triggered.

LOG_SIZE = 80

        .text

! find_nmi - see whether there is a timer with the non-maskable interrupt.
! out    has_requests: there are all three
! uses   R0, R1
find_nmi:
        clr     has_requests
        ld      saved_stack,r15
        ld      r0,#32                  ! longer than it takes to stop it
        out     #NMI_PERIOD,r0
        ld      r1,#100
1:      djnz    r1,1b
nothing:
        ret

! nmi_came - handle the non-maskable interrupt of find_nmi, to whose caller it returns, or of a test.
! uses   R0
nmi_came:
        test    log_end
        jr      nz,log_nmi
        test    has_requests
        jr      nz,trap_other
        clr     r0
        out     #NMI_PERIOD,r0
        test    has_timer
        jr      z,1f
        ld      r0,has_vectored
        ld      has_requests,r0
1:      ld      r15,saved_stack
        ret

! log_timer, log_vectored, log_nmi - record an interrupt.
log_timer:
        ldm     log_saved,r0,#6
        ldk     r5,#0
        jr      1f
log_vectored:
        ldm     log_saved,r0,#6
        ldk     r5,#2
        jr      1f
log_nmi:
        ldm     log_saved,r0,#6
        ldk     r5,#4
1:      ld      r4,log_end
        cp      r4,#logged+LOG_SIZE
        jr      uge,trap_other          ! it never ends
        ld      @r4,r5
        inc     r4,#2
        ld      r1,r15
        ldk     r0,#2+PC_WORDS
        ldir    @r4,@r1,r0
        ld      log_end,r4
        inc     log_times(r5),#1
        cp      r5,#4
        jr      eq,2f
        cp      log_times(r5),#2
        jr      ult,3f
2:      add     r5,r5
        add     r5,#TIMER_PERIOD
        calr    stop_any
3:      resume  log_saved,6

! stop_any - stop a timer, and withdraw its interrupt.
! in     R5 the port of its period
! uses   R0, R5
stop_any:
        clr     r0
        out     @r5,r0
        inc     r5,#2
        out     @r5,r0
        ret

! begin_log - start the log, before a test.
! uses   R0
begin_log:
        ld      r0,#logged
        ld      log_end,r0
        clr     log_times
        clr     log_times+2
        clr     log_times+4
        ret

! end_log - stop all timers, and add the log to the sum, after a test.
! uses   R0-R5
end_log:
        calr    stop_all
        ld      r4,#logged
        ld      r5,log_end
        clr     log_end
        sub     r5,r4
        ret     z
        srl     r5,#1

! add_words - add words to the sum of what is defined.
! in     R4 the words, R5 how many
! uses   R0-R5
add_words:
        ldl     rr2,crc_defined
        calr    add_to_crc
        ldl     crc_defined,rr2
        ret

! stop_all - stop all timers.
! uses   R0, R5
stop_all:
        ld      r5,#TIMER_PERIOD
        calr    stop_any
        ld      r5,#VECTOR_PERIOD
        calr    stop_any
        ld      r5,#NMI_PERIOD
        jr      stop_any
