! think.s - the choice of a move.
!
! "The chess playing program 'BCP' used a top level scan of legal moves, and
! positional scoring as well as evaluating moves via the tactics search."
!
! The legal moves are at `lists`, eight bytes each (CHOICE_...), the best
! first; their entries are the children of the stored tree's root.  Each is
! evaluated by a search of the position after it, to a depth that grows from
! iteration to iteration.  The positional score of that position decides between
! moves of equal value, and between moves whose values are so close that it
! outweighs the difference: both are combined in one number, in 128ths of a pawn.

        .text

! new_player - the default settings of a player.
! out    `lines`, `weighing`, `time`, the processor's program status area
! uses   R0-R3
! clocks mean 77
new_player:
        ld      lines,#1
        ld      weighing,#1             ! `seed` is 0
        ldl     rr2,#USUAL_TIME
        ldl     time,rr2
        .if     CPM == 0
        ld      r0,#status_area
        ldctl   psap,r0
        .endif
        ret

! k LINES
lines_command:
        call    number
        ld      r1,#bad_lines
        jp      c,complain
        test    r2
        jp      nz,complain
        or      r3,r3
        jp      z,complain
        ld      lines,r3
        ld      r1,#ok
        jp      answer

! w 0 or 1
weigh_command:
        call    number
        ld      r1,#bad_number
        jp      c,complain
        cpl     rr2,#1
        jp      ugt,complain
        ld      weighing,r3
        ld      r1,#ok
        jp      answer

! v SEED
variety_command:
        call    number
        ld      r1,#bad_number
        jp      c,complain
        test    r2
        jp      nz,complain
        ld      seed,r3
        ld      r1,#ok
        jp      answer

! b DEPTH, or b
think_command:
        call    need_position
        ld      r6,#MAX_DEPTH
        testb   @r9
        .if     CPM
        jr      nz,4f
        ld      r6,#USUAL_DEPTH
        jr      1f
4:
        .else
        jr      z,1f
        .endif
        ld      r4,r6
        ldk     r5,#1
        call    command_depth
1:      ld      deepest,r6
        call    to_root
        call    has_move
        jr      nz,2f
        call    outcome
        jp      complain
2:      calr    start_clock
        calr    scan
        ldk     r6,#0
3:      inc     r6,#1
        ld      depth,r6
        calr    iterate
        calr    report_choices
        calr    has_decided
        jr      z,3b

! The answer: the first of the choices.  The search may have been abandoned anywhere.
leave_search:
        calr    stop_clock
        ld      r13,#lists
        calr    note_choice
        call    restore
        ld      r1,#chosen
        call    print
        call    print_best
        call    print_newline
        jp      commands

! scan - list the legal moves, with what is known about each before it is searched.
! out    the choices, `choices_end`, R7, R10-R12
! uses   R0-R6, R8, R9, R13, R14
! clocks mean 923,000
scan:
        clr     nodes
        clr     nodes+2
        call    to_root
        call    clear_tree
        count_node
        call    note_check
        call    listmoves
        ld      r13,#lists
        ld      choices_end,r13
        jr      2f
1:      push    @r15,r13
        calr    add_choice
        pop     r13,@r15
        inc     r13,#MOVE_SIZE
2:      cp      r13,r12
        jr      ult,1b
        ld      r12,choices_end
        ret

! add_choice - make a listed move a choice if it is legal.
! in     R13 the move; R7, R10-R12, `ply`
! out    `choices_end`
! uses   R0-R6, R8, R9, R13, R14
! clocks mean 37,000
add_choice:
        ldm     r3,@r13,#3
        push    @r15,r13
        call    play
        call    exposed
        jr      nz,2f
        calr    verdict
        push    @r15,r0
        or      r0,r0
        ldk     r0,#0
        jr      nz,1f
        test    weighing
        jr      z,1f
        calr    weigh
1:      call    takeback
        call    allocate
        ld      r14,choices_end
        pop     r2,@r15                 ! the verdict
        pop     r1,@r15                 ! the move; the choice may take its place
        ldm     r3,@r1,#3
        ld      CHOICE_ENTRY(r14),r13
        ld      CHOICE_SCORE(r14),r0
        cp      r5,#PROMOTION
        jr      lt,3f
        set     r2,#QUEENS_BIT+8
3:      ld      CHOICE_OVER(r14),r2
        inc     choices_end,#CHOICE_SIZE
        ldb     ENTRY_FROM(r13),rl3
        ldb     ENTRY_TO(r13),rl4
        ldb     ENTRY_SPECIAL(r13),rl5
        clrb    ENTRY_SCORE(r13)
        clr     ENTRY_LOWER(r13)        ! and ENTRY_UPPER
        clr     ENTRY_FIRST(r13)
        ld      r14,#tree
        jp      insert
2:      call    takeback
        pop     r13,@r15
        ret

! weigh - positional score of a move: that of the position after it, and a small random
!         number if there is a seed.
! in     R7, R11, R12, `ply`
! out    R0 128ths of a pawn
! uses   R1-R6, R8, R9, R13; keeps R10
! clocks mean 24,300
weigh:
        push    @r15,r10
        call    judge
        pop     r10,@r15
        ld      r3,seed
        or      r3,r3
        ret     z
        test    lone_rank               ! a lone king's moves are not chosen at random
        ret     pl
        ld      r1,ply                  ! the same for a position whenever it comes up
        xor     r3,PLY_KEY+2(r1)
        mult    rr2,#VARIETY_MULTIPLIER
        .if     VARIETY <> 16
        .error  "the chance of a move is the upper four bits of a word"
        .endif
        srl     r3,#12
        add     r0,r3
        ret

! verdict - is the game over after a move, or can the answer repeat a position?
! in     R7, R11, R12, `ply`
! out    R0 0: neither; OVER, with the move's value in the low byte; CAN_REPEAT
! uses   R1-R6, R8, R13, R14
! clocks mean 17,100
verdict:
        call    has_move
        jr      nz,1f
        call    in_check
        ld      r0,#OVER
        ret     z
        ld      r0,#OVER+WIN-1
        ret
1:      ld      r1,ply                  ! a position that occurred before would be a draw
        ldl     rr2,@r1                 ! if it occurs a third time
        call    stood
        or      r0,r0
        jr      nz,2f
        test    @r11                    ! nothing repeats after a capture, a promotion, a
        jr      nz,3f                   ! pawn's move
        cp      UNDO_SPECIAL(r11),#PROMOTION
        jr      ge,3f
        ld      r2,UNDO_MOVER(r11)
        cp      value(r2),#PAWN
        jr      eq,3f
        cp      fifty,#FIFTY_MOVES-1
        jr      ge,2f
        cp      fifty,#2
        jr      ge,repeated_by_answer
3:      ldk     r0,#0
        ret
2:      ld      r0,#OVER
        ret

! The replies: does one lead to a position that occurred before?
repeated_by_answer:
        push    @r15,r12
        ld      r8,r12
        call    listmoves
        jr      2f
1:      ldm     r3,@r8,#3
        inc     r8,#MOVE_SIZE
        call    next_key
        ld      r1,ply
        ldl     rr2,@r1
        sub     r1,#PLY_SIZE
        ld      ply,r1
        call    stood
        or      r0,r0
        jr      z,2f
        ldm     r3,-MOVE_SIZE(r8),#3
        call    legal
        ld      r0,#CAN_REPEAT
        jr      nz,3f
2:      cp      r8,r12
        jr      ult,1b
        ldk     r0,#0
3:      pop     r12,@r15
        ret

! iterate - evaluate all choices to a depth, and put the best ones first.
! in     `depth`, the choices; R7, R10-R12
! out    the choices in order
! uses   R0-R6, R8, R9, R13, R14
! clocks mean 1,140,000
iterate:
        clr     ranked
        ld      r13,#lists
1:      calr    bound
        calr    value_choice
        calr    rank
        inc     r13,#CHOICE_SIZE
        cp      r13,choices_end
        jr      ult,1b
        ld      r1,lists+CHOICE_ENTRY   ! the stored tree has the best one first, too
        ld      path+PLY_FRONT,r1
        ld      r14,#tree
        jp      to_front

! bound - what must a choice be worth to be among the best?
! in     R13 the choice, `ranked`, `lines`
! out    R8 its value must exceed this; R14 its total must exceed this
! uses   R0
! clocks mean 167
bound:
        ld      r8,#-WIN
        ld      r14,#-0x7fff
        ld      r0,lines
        cp      r0,ranked
        ret     ugt
        dec     r0,#1
        sll     r0,#3
        ld      r14,r0
        ld      r14,lists+CHOICE_TOTAL(r14)
        ld      r8,r14
        cp      r8,#MATES<<UNITS        ! distances to a mate are compared as they are
        jr      ge,1f
        cp      r8,#-(MATES<<UNITS)
        jr      le,1f
        sub     r8,CHOICE_SCORE(r13)
        bitb    CHOICE_OVER(r13),#QUEENS_BIT
        jr      z,1f
        sub     r8,#PROMOTES
1:      sra     r8,#UNITS
        ret

! value_choice - evaluate a choice.
! in     R13 the choice, R8 lower bound, `depth`, `ranked`; R7, R10-R12
! out    R0 its total, which is also in its record
! uses   R1-R6, R8, R9; keeps R13, R14
! clocks mean 295,000
value_choice:
        ldb     rl0,CHOICE_VALUE(r13)
        bitb    CHOICE_OVER(r13),#OVER_BIT
        jr      nz,2f
        push    @r15,r13
        push    @r15,r14
        ld      r6,depth
        cp      r6,#1
        jr      ne,1f
        test    ranked                  ! until one has a value, there is no answer
        jr      z,3f
1:      ld      may_stop,#1
        cp      r6,#2
        jr      ne,3f
        calr    score_choice
3:      ld      r9,#WIN
        ld      r14,#tree
        ld      r13,CHOICE_ENTRY(r13)
        call    search_child
        clr     may_stop
        pop     r14,@r15
        pop     r13,@r15
        bitb    CHOICE_OVER(r13),#CAN_REPEAT_BIT
        jr      z,5f
        testb   rl0                     ! the other side would rather draw
        jr      mi,5f
        clrb    rl0
5:      ldb     CHOICE_VALUE(r13),rl0
2:      extsb   r0
        ld      r1,r0
        sll     r0,#UNITS
        bitb    CHOICE_OVER(r13),#OVER_BIT
        jr      nz,4f                   ! the position does not change the value of a draw
        cp      r1,#MATES               ! or a mate
        jr      ge,4f
        cp      r1,#-MATES
        jr      le,4f
        add     r0,CHOICE_SCORE(r13)
        bitb    CHOICE_OVER(r13),#QUEENS_BIT
        jr      z,4f
        cp      r1,r10                  ! what it gains is kept
        jr      le,4f
        add     r0,#PROMOTES
4:      ld      CHOICE_TOTAL(r13),r0
        ret

! score_choice - what does the move win if the other side does nothing?  The
!                first iteration omits this; the second is the first to need it.
! in     R13 the choice; R7, R10-R12, `ply`
! out    the score of its entry
! uses   R0-R5, R9; keeps R6, R8, R13
! clocks mean 725,000
score_choice:
        push    @r15,r8
        push    @r15,r13
        ld      r13,CHOICE_ENTRY(r13)
        ldk     r3,#0
        ldk     r4,#0
        ldk     r5,#0
        ldb     rl3,ENTRY_FROM(r13)
        ldb     rl4,ENTRY_TO(r13)
        ldb     rl5,ENTRY_SPECIAL(r13)
        and     r5,#SPECIAL_BITS
        call    gain_of
        ldb     rh1,rl5
        ldb     rh0,rl3
        ldb     rl0,rl4
        ld      r8,#-WIN
        ld      r9,#WIN
        call    score_move
        ldb     ENTRY_SCORE(r13),rl0
        pop     r13,@r15
        pop     r8,@r15
        ret

! rank - insert a choice among the best, if it is one of them.
! in     R13 the choice, R0 its total, R14 what it must exceed
! out    the choices, `ranked`
! uses   R1-R6; keeps R13
! clocks mean 62
rank:
        cp      r0,r14
        ret     le
        ld      r1,ranked
        cp      r1,lines
        jr      uge,1f
        inc     ranked,#1
1:      sll     r1,#3                   ! after the last of those that are worth more
        add     r1,#lists
        cp      r1,r13
        jr      ule,2f
        ld      r1,r13
2:      cp      r1,#lists
        jr      eq,3f
        cp      r0,CHOICE_TOTAL-CHOICE_SIZE(r1)
        jr      le,3f
        dec     r1,#CHOICE_SIZE
        jr      2b
3:      ld      r6,r13                  ! those between make room
        sub     r6,r1
        ret     z
        srl     r6,#1
        ldl     rr2,@r13
        ldl     rr4,CHOICE_TOTAL(r13)
        push    @r15,r1
        lda     r1,CHOICE_SIZE-2(r13)
        push    @r15,r13
        dec     r13,#2
        lddr    @r1,@r13,r6
        pop     r13,@r15
        pop     r1,@r15
        ldl     @r1,rr2
        ldl     CHOICE_TOTAL(r1),rr4
        ret

! report_choices - print a line for each of the best choices.
! in     `depth`, `ranked`
! uses   R0-R6, R13, R14
! clocks mean 4,880
report_choices:
        ld      r13,#lists
        ld      r14,ranked
1:      calr    note_choice
        ld      r6,depth
        ldb     rl0,CHOICE_VALUE(r13)
        extsb   r0
        call    report
        inc     r13,#CHOICE_SIZE
        djnz    r14,1b
        ret

! note_choice - note a choice as the best move of the root.
! in     R13 the choice
! out    the root's PLY_BEST
! uses   R1, R3-R5
! clocks mean 95
note_choice:
        ld      r1,CHOICE_ENTRY(r13)
        ldk     r3,#0
        ldk     r4,#0
        ldk     r5,#0
        ldb     rl3,ENTRY_FROM(r1)
        ldb     rl4,ENTRY_TO(r1)
        ldb     rl5,ENTRY_SPECIAL(r1)
        and     r5,#SPECIAL_BITS
        ldm     path+PLY_BEST,r3,#3
        ret

! has_decided - is no further iteration needed?
! in     `depth`, `deepest`, the choices
! out    Z clear: none is needed; R6 `depth`
! uses   R0, R2, R3
! clocks mean 99
has_decided:
        ld      r6,depth
        cp      r6,deepest
        jr      ge,1f
        ld      r0,choices_end          ! a single move
        cp      r0,#lists+CHOICE_SIZE
        jr      eq,1f
        ldb     rl0,lists+CHOICE_VALUE
        cpb     rl0,#MATES
        jr      ge,1f
        cpb     rl0,#-MATES
        jr      le,1f
        jp      half_gone
1:      resflg  z
        ret

        .data
bad_lines:      .asciz  "lines"
bad_number:     .asciz  "number"
chosen:         .asciz  "move "
        .even
        .text
