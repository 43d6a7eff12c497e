! clock.s - how the program allocates its time.
!
! A timer interrupts at every tick while the program chooses a move.  When time is up, or
! a character has arrived at the serial port, the search is abandoned.

! Under CP/M there is no timer: only `t 0` is possible, and no search is abandoned.

        .text

        .if     CPM == 0
! Program status area: the program uses only the non-vectored interrupt.
        .balign 256
status_area:
        .space  24
        .word   RESET_FCW, tick
        .space  4
        .endif

! time_command - `t TICKS` sets the time for each move; `t TICKS MOVES` sets it for MOVES moves,
!                or for the rest of the game if MOVES is 0.  0 ticks mean no limit.
time_command:
        call    number
        ld      r1,#bad_time
        jp      c,complain
        clr     r8                      ! for each move
        clr     r10
        testb   @r9
        jr      z,1f
        cpb     @r9,#' '
        jp      ne,complain
        inc     r9,#1
        pushl   @r15,rr2
        call    number
        popl    rr4,@r15
        ld      r1,#bad_time
        jp      c,complain
        testb   @r9
        jp      nz,complain
        test    r2
        jp      nz,complain
        ldk     r8,#1
        ld      r10,r3
        ldl     rr2,rr4
1:
        .if     CPM
        testl   rr2
        ld      r1,#bad_time
        jp      nz,complain
        .endif
        ldl     time,rr2
        ld      game_time,r8
        ld      moves_to_go,r10
        ld      r1,#ok
        jp      answer

! start_clock - start counting the time of a move.
! in     the time variables
! out    `limit`, `elapsed`; the timer runs and may interrupt
! uses   R0-R5
! clocks mean 396
start_clock:
        clr     may_stop
        clr     elapsed
        clr     elapsed+2
        ldl     rr2,time
        testl   rr2
        jr      z,2f
        test    game_time
        jr      z,2f
        ld      r5,moves_to_go
        or      r5,r5
        jr      nz,1f
        ld      r5,#MOVES_TO_COME
1:      ldk     r4,#0
        subl    rr0,rr0
        divl    rq0,rr4                 ! RR2 the quotient
        testl   rr2
        jr      nz,2f
        ldk     r3,#1                   ! less than a tick is one
2:      ldl     limit,rr2
        .if     CPM == 0
        ld      r0,#TICK
        out     #TIMER_PERIOD,r0
        ei      nvi
        .endif
        ret

! stop_clock - stop counting the time of a move.
! out    the time left for the game is reduced
! uses   R0, R2, R3
! clocks mean 90
stop_clock:
        .if     CPM == 0
        di      nvi
        clr     r0
        out     #TIMER_PERIOD,r0
        out     #TIMER_TAKEN,r0
        .endif
        test    game_time
        ret     z
        ldl     rr2,time
        testl   rr2
        ret     z
        subl    rr2,elapsed
        jr      gt,1f
        subl    rr2,rr2
        inc     r3,#1                   ! 0 would mean no limit
1:      ldl     time,rr2
        test    moves_to_go
        ret     z
        dec     moves_to_go,#1
        ret

! half_gone - has a move used half of its share of the game's time?  Then the next
!             iteration would not be completed.
! out    Z clear: it has
! uses   R2, R3
! clocks 21, +82 [game]
half_gone:
        test    game_time
        ret     z
        ldl     rr2,limit               ! [game]
        testl   rr2
        ret     z
        subl    rr2,elapsed
        subl    rr2,elapsed
        jr      le,1f
        setflg  z
        ret
1:      resflg  z
        ret

        .if     CPM == 0
! tick - the timer interrupts.
! clocks mean 222
tick:
        push    @r15,r0
        pushl   @r15,rr2
        out     #TIMER_TAKEN,r0
        ldl     rr2,elapsed
        addl    rr2,#1
        ldl     elapsed,rr2
        test    may_stop
        jr      z,1f
        inb     rl0,#SERIAL_STATUS
        bitb    rl0,#SERIAL_RECEIVED
        jr      nz,2f
        ldl     rr2,limit
        testl   rr2
        jr      z,1f
        cpl     rr2,elapsed
        jr      ule,2f
1:      popl    rr2,@r15
        pop     r0,@r15
        iret
2:      ld      r15,#stack_end          ! from anywhere within the search
        jp      leave_search
        .endif

        .data
bad_time:       .asciz  "time"
        .even
        .text
