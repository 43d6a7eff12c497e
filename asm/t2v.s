! t2v.s - second-order quiescence on the stored tree.

        .text

! t2v - value of the position to a depth.
! in     R6 depth, R8 lower bound, R9 upper bound, R10 material of the side
!        to play, R14 the position's entry; R7, R11, R12, `ply`, `ep`,
!        `mate_value`
! out    R0 value; the best move in the record's PLY_BEST, whose from square is 0 if there is none
! uses   R1-R6, R8, R13, R14; keeps R7, R9-R12
! stack  28 bytes per ply, 8 for each search by internal iterative deepening
! clocks mean 66,600
t2v:
        ld      r1,ply
        clr     PLY_BEST(r1)
        clr     PLY_FRONT(r1)
        call    repeated
        jr      eq,t2v_draw
        or      r6,r6                   ! "if(d==0) return( xt1v(lv,uv) );"
        jp      z,xt1v

! A mate in one ends the search of the node.  At depth one, mates are searched for last.
        cp      r8,mate_value
        jr      ge,t2v_lower
        .if     CHECK_DEPTH
        calr    extend
        .endif
        .if     NODE_MATES
        .if     NODE_MATES == REMEMBERED
        bitb    ENTRY_SPECIAL(r14),#MATES_BIT ! "if(found=FLAGexact) return(v);"
        .else
        .if     NEAR
        bitb    ENTRY_SPECIAL(r14),#MATES_BIT
        jr      nz,t2v_mate
        cp      r6,#1
        jr      eq,2f
        .endif
        calr    sees_mate
        .endif
        jr      z,2f
t2v_mate:
        ld      r0,mate_value
        cp      r0,r9
        ret     le
        jr      t2v_upper
        .endif

! "bestv= max(lv,v); // use null move value": it is known from the move
! that led here.
2:
        .if     ROOT_SCAN
        cp      r14,#tree               ! the side to play must move
        jr      eq,3f
        .endif
        ldb     rl0,ENTRY_SCORE(r14)
        extsb   r0
        neg     r0
        cp      r0,r8
        jr      le,3f
t2v_stand_pat:
        ld      r8,r0
3:      cp      r8,r9
        jr      ge,t2v_upper
        .if     NEAR
        cp      r6,#1
        jp      eq,near
        .endif

! "a bestmove from the previous iteration was always available, using
! internal iterative deepening if necessary"
        cp      r6,#3
        jr      lt,4f
        test    ENTRY_FIRST(r14)
        jr      nz,4f
        bitb    ENTRY_SPECIAL(r14),#COMPLETE_BIT
        jr      nz,4f
        cp      r14,#tree
        jr      eq,4f
        push    @r15,r6
        push    @r15,r8
        push    @r15,r14
        dec     r6,#1
        .if     CHECK_DEPTH
        ld      r1,ply                  ! it will be extended again
        cp      PLY_CHECK(r1),#EXTENDED
        jr      ne,5f
        dec     r6,#1
5:
        .endif
        calr    t2v
        pop     r14,@r15
        pop     r8,@r15
        pop     r6,@r15
        ld      r1,ply
        clr     PLY_BEST(r1)
        clr     PLY_FRONT(r1)

! "the stored tree held both bounds, as this was the easiest way to
! establish whether the eligible move list was still valid": a score cut off
! by one upper bound is not valid under a higher one.
4:      ld      r13,ENTRY_FIRST(r14)
        or      r13,r13
        jr      z,t2v_child
        ldb     rl0,ENTRY_UPPER(r14)
        extsb   r0
        cp      r0,r9
        jr      ge,t2v_child
        push    @r15,ENTRY_MOVE(r13)
        call    free_children
        pop     ENTRY_HINT(r14),@r15
        ldk     r13,#0
        jr      t2v_child

! Go through the stored moves.
t2v_eligible:
        ldb     rl0,ENTRY_SCORE(r13)
        extsb   r0
        cp      r0,r8                   ! the null move refutes it now
        jr      le,t2v_next
        calr    search_child
        cp      r0,r8
        jr      le,t2v_next
        calr    better
        cp      r8,r9                   ! "if(bestv>=uv) return(uv);"
        jr      ge,t2v_cut
t2v_next:
        ld      r13,ENTRY_NEXT(r13)
t2v_child:
        or      r13,r13
        jr      nz,t2v_eligible
        bitb    ENTRY_SPECIAL(r14),#COMPLETE_BIT
        jr      z,t2v_build
        ldb     rl0,ENTRY_LOWER(r14)    ! moves that are not in the list had
        extsb   r0                      ! scores up to this
        cp      r8,r0
        jr      lt,t2v_build
t2v_done:
        call    to_front
t2v_lower:
        ld      r0,r8                   ! "return(bestv);"
        ret
t2v_cut:
        call    to_front
t2v_upper:
        ld      r0,r9
        ret
t2v_draw:
        ldk     r0,#0
        ret

! "ml= listallmoves(); if(d>1) sortbyt1v(ml); while(m= *++ml)": build the
! list of eligible moves, or continue building it.  On the stack, top first:
!
!   while preparing         while trying moves
!   start of the move list  next packed move (from `allocate` on)
!   move to begin with
!   R6
!   first child             first child (0: the list was empty)
!   R12                     R12
t2v_build:
        ldk     r1,#0                   ! R1 the move to begin with, 0 for none
        test    ENTRY_FIRST(r14)
        jr      nz,1f
        bitb    ENTRY_SPECIAL(r14),#COMPLETE_BIT
        jr      nz,1f
        ld      r1,ENTRY_HINT(r14)
1:      resb    ENTRY_SPECIAL(r14),#COMPLETE_BIT
        ld      r0,r9
        clrb    rh0
        ld      ENTRY_LOWER(r14),r0     ! 0, and ENTRY_UPPER
        count_node
        push    @r15,r12
        push    @r15,ENTRY_FIRST(r14)   ! 0: no move is in the list yet
        push    @r15,r6
        push    @r15,r1
        push    @r15,r12
        calr    note_check
        call    listmoves
        ld      r13,@r15
        calr    pack_moves
        pop     r13,@r15
        pop     r0,@r15
        calr    begin_with
        pop     r6,@r15
        jr      build_next

build_move:
        ldl     rr0,@r13                ! R0 from and to, RH1 special, RL1 gain
        inc     r13,#PACKED_SIZE
        test    @r15
        jr      z,1f
        call    is_child
        jr      eq,build_next
1:      calr    score_move
        cp      r0,r8                   ! not eligible: the null move refutes it
        jr      le,build_next
        push    @r15,r13
        call    allocate
        or      r13,r13
        jr      nz,2f
        ld      r13,ply                 ! no entry is free: a temporary one
        add     r13,#PLY_SCRATCH
2:      ld      r1,@r15
        ldl     rr2,-PACKED_SIZE(r1)
        ld      ENTRY_MOVE(r13),r2
        ldb     ENTRY_SPECIAL(r13),rh3
        ldb     ENTRY_SCORE(r13),rl0
        clr     ENTRY_LOWER(r13)        ! and ENTRY_UPPER
        clr     ENTRY_FIRST(r13)
        cp      r13,#tree
        jr      ult,3f
        call    insert
3:      calr    search_child
        cp      r13,#tree
        jr      uge,4f
        push    @r15,r14
        ld      r14,r13
        call    free_children
        pop     r14,@r15
        ldk     r13,#0
4:      cp      r0,r8
        jr      le,5f
        calr    better
        cp      r8,r9
        jr      ge,build_cut
5:      pop     r13,@r15
build_next:
        cp      r13,r12
        jr      ult,build_move
        inc     r15,#2
        pop     r12,@r15
        setb    ENTRY_SPECIAL(r14),#COMPLETE_BIT
        ld      r0,r8
        ldb     ENTRY_LOWER(r14),rl0
        jr      t2v_done
build_cut:
        inc     r15,#4
        pop     r12,@r15
        test    ENTRY_FIRST(r14)
        jr      nz,t2v_cut
        clr     ENTRY_HINT(r14)
        jr      t2v_cut

! better - keep a move that is better than the best so far.
! in     R0 value, R13 its entry, 0 if it has none
! out    R8, PLY_BEST, PLY_FRONT
! uses   R1, R3-R5
! clocks 82
better:
        ld      r8,r0
        ld      r1,ply
        ldm     r3,PLY_MOVE(r1),#3
        ldm     PLY_BEST(r1),r3,#3
        ld      PLY_FRONT(r1),r13
        ret

! other_side - convert bounds and material to the other side's view.
! "v= -t2v(d-1,-uv,-bestv);"
! in     R8, R9, R10
! out    R8 minus R9, R9 minus R8, R10 negated
! uses   R0
! clocks 40
other_side:
        exchange_bounds
        neg     r10
        ret

! search_child - search a move that has an entry.
! in     R6 depth, R7-R12, R13 entry
! out    R0 value for the side that moves
! uses   R1-R5; keeps R6-R14
! stack  18 bytes
! clocks mean 42,100
search_child:
        sub     r15,#FRAME_SIZE
        ldm     @r15,r6,#FRAME_SIZE/2
        ldk     r3,#0
        ldk     r4,#0
        ldk     r5,#0
        ldb     rl3,ENTRY_FROM(r13)
        ldb     rl4,ENTRY_TO(r13)
        ldb     rl5,ENTRY_SPECIAL(r13)
        and     r5,#SPECIAL_BITS
        calr    gain_of
        add     r10,r1
        call    play
        ld      r14,r15(#FRAME_CHILD)
        ld      r1,ply
        ld      PLY_NODE(r1),r14
        ld      r6,@r15                 ! FRAME_DEPTH
        dec     r6,#1
        calr    other_side
        dec     mate_value,#1
        calr    t2v
        inc     mate_value,#1
        call    takeback
        ldm     r6,@r15,#FRAME_SIZE/2
        add     r15,#FRAME_SIZE
        neg     r0
        ret

! gain_of - what does a move gain immediately?
! in     R3 from, R4 to, R5 special
! out    R1 pawns
! uses   R2
! clocks 36, +27 [special], -2 [en passant], +31 [promotion]
gain_of:
        ldk     r2,#0
        ldb     rl2,@r4
        ld      r1,value(r2)
        or      r5,r5
        ret     z
        cp      r5,#EN_PASSANT          ! [special]
        jr      ne,1f
        ldk     r1,#PAWN                ! [en passant]
        ret
1:      cp      r5,#PROMOTION
        ret     lt
        ld      r2,r5                   ! [promotion]
        sub     r2,#PROMOTION
        add     r1,kind_value(r2)
        dec     r1,#PAWN
        ret

! score_move - the t1v score of a move if the other side does nothing:
!              "make(null); v= -xt1v(-uv,-lv); unmake();", one ply earlier.
! in     R0 from and to, RH1 special, RL1 gain; R8 best value so far, R9
!        upper bound; R7, R10-R12, `ply`
! out    R0 the score, the best value so far if the move is illegal
! uses   R1-R5; keeps R6-R14
! stack  22 bytes
! clocks mean 13,000
score_move:
        sub     r15,#FRAME_SIZE
        ldm     @r15,r6,#FRAME_SIZE/2
        calr    unpack
        extsb   r1
        add     r10,r1
        calr    may_expose
        push    @r15,r0
        call    make
        pop     r0,@r15
        calr    has_exposed
        ld      r0,r8
        jr      nz,2f
        exb     rh7,rl7                 ! the same side once more
        clr     UNDO_EP(r11)
        dec     mate_value,#2
        .if     COUNT_ORDERING == 0
        push    @r15,nodes
        push    @r15,nodes+2
        .endif
        see_mates NULL_MATES
        call    xt1v
        see_mates HORIZON_MATES
        .if     COUNT_ORDERING == 0
        pop     nodes+2,@r15
        pop     nodes,@r15
        .endif
        inc     mate_value,#2
        exb     rh7,rl7
2:      call    unmake
        ldm     r6,@r15,#FRAME_SIZE/2
        add     r15,#FRAME_SIZE
        ret

! unpack - convert a move of four bytes to four words.
! in     R0 from and to, RH1 special
! out    R3 from, R4 to, R5 special
! uses   nothing else
! clocks 34
unpack:
        ldk     r3,#0
        ldk     r4,#0
        ldk     r5,#0
        ldb     rl3,rh0
        ldb     rl4,rl0
        ldb     rl5,rh1
        ret

! note_check - note whether the side to play is in check.
! in     R7, R11, `ply`
! out    the record's PLY_CHECK, not 0 in check
! uses   R0-R5
! clocks mean 269
note_check:
        cp      r11,#undo_end           ! of the position that was set no move is known
        jr      eq,4f
        ldm     r3,UNDO_FROM(r11),#3    ! after a legal move, only the last one can have given check:
        cp      r5,#EN_PASSANT
        jr      ge,4f
        ldk     r2,#0
        ldb     rl2,rh7
        ld      r5,square(r2)
        ld      r1,r5                   ! where the piece came from a line may be open now,
        sub     r1,r3
        bitb    attacks(r1),#QUEEN_BIT
        jr      z,1f
        exb     rh7,rl7
        calr    seen_along
        exb     rh7,rl7
        jr      nz,2f
        ld      r4,UNDO_TO(r11)
1:      ld      r1,r5                   ! or it attacks the king from where it is
        sub     r1,r4
        ldk     r2,#0
        ldb     rl2,@r4
        ldb     rl0,mask(r2)
        andb    rl0,attacks(r1)
        jr      z,3f
        andb    rl0,#BY_SLIDER
        jr      z,2f
        ld      r3,r4
        ld      r4,r5
        call    clear_to_piece
        jr      nz,3f
2:      ldk     r0,#1
        jr      5f
3:      ldk     r0,#0
        jr      5f
4:      call    in_check
        ldk     r0,#0
        tcc     nz,r0
5:      ld      r1,ply
        ld      PLY_CHECK(r1),r0
        ret

        .if     CHECK_DEPTH
! extend - a position in check is searched one ply deeper, so that the move out
!          of check does not reduce the depth.
! in     R6 depth; R7, R11, `ply`, `mate_value`
! out    R6; the record's PLY_CHECK, EXTENDED if R6 is increased
! uses   R0-R5
extend:
        calr    note_check
        or      r0,r0
        ret     z
        ld      r0,mate_value           ! WIN-1 less the plies from the root
        sub     r0,r6
        cp      r0,#WIN-1-MAX_DEPTH
        ret     le
        inc     r6,#1
        ld      PLY_CHECK(r1),#EXTENDED
        ret
        .endif

        .if     NODE_MATES
! sees_mate - does the side to play have a mate in one?  Each position is searched only once.
! in     R14 entry; R7, R11, R12
! out    Z clear: it does
! uses   R0-R5; keeps R6-R14
! clocks own 38, +53 [untested], +14 [mate]
sees_mate:
        bitb    ENTRY_SPECIAL(r14),#TESTED_BIT
        jr      nz,1f
        push    @r15,r6                 ! [untested]
        see_mates 1
        call    matev
        see_mates HORIZON_MATES
        pop     r6,@r15
        setb    ENTRY_SPECIAL(r14),#TESTED_BIT
        or      r0,r0
        jr      z,1f
        setb    ENTRY_SPECIAL(r14),#MATES_BIT ! [mate]
1:      bitb    ENTRY_SPECIAL(r14),#MATES_BIT
        ret
        .endif

! near - t2v one ply from the horizon.  Only captures that gain enough can beat
!        the null move, or any move if that loses material.  A mate in one is
!        searched for only if none of them refutes.  Depth two searches all its
!        moves by this routine.
! in     R8 best value so far, R9 upper bound, R10 material; R7, R11, R12
! out    as t2v
! uses   as t2v
! stack  24 bytes
! clocks mean 28,400
!
! "The 1986 program had special-case routines for t2v at depths one and two."
near:
        count_node
        push    @r15,r12
        ld      r14,r8
        sub     r14,r10
        jr      lt,2f
        call    listcapts
        jr      3f
2:      call    listmoves
3:      cp      r12,@r15
        jr      eq,near_done
        calr    note_check
        ld      r13,@r15
        largest_gain
        ld      r0,r8
        sub     r0,r10
        cp      r6,r0
        jr      le,near_done
near_try:
        ld      r14,r2
        calr    near_move
        cp      r0,r8
        jr      le,near_select
        push    @r15,r13
        ldk     r13,#0
        calr    better
        pop     r13,@r15
        ld      r2,PLY_NODE(r1)         ! what is best here comes first in the list
        test    ENTRY_FIRST(r2)         ! that the next iteration will build
        jr      nz,4f
        bitb    ENTRY_SPECIAL(r2),#COMPLETE_BIT
        jr      nz,4f
        ldb     rh4,rl3
        ld      ENTRY_HINT(r2),r4
4:      cp      r8,r9
        jr      lt,near_select
        pop     r12,@r15
        jp      t2v_upper
near_select:
        ld      r0,r8
        sub     r0,r10
        next_gain near_done
        jr      near_try
near_done:
        pop     r12,@r15
        .if     NODE_MATES == 0
        jp      t2v_lower
        .else
        ld      r1,ply
        ld      r14,PLY_NODE(r1)
        calr    sees_mate
        jp      z,t2v_lower
        ld      r1,ply
        clr     PLY_BEST(r1)
        jp      t2v_mate
        .endif

! near_move - value of a move at the horizon.
! in     R2 move, R6 its gain; R7-R12
! out    R0 value for the side that moves; the best value so far if illegal
! uses   R1-R5; keeps R6-R14
! clocks mean 7,670
near_move:
        sub     r15,#FRAME_SIZE
        ldm     @r15,r6,#FRAME_SIZE/2
        ldm     r3,@r2,#3
        add     r10,r6
        calr    may_expose
        push    @r15,r0
        or      r6,r6
        jr      z,1f
        call    play_for_good
        jr      2f
1:      call    play
2:      pop     r0,@r15
        calr    has_exposed
        ld      r0,r8
        jr      nz,3f
        test    @r15                    ! FRAME_DEPTH, here the gain
        jr      nz,4f
        call    repeated
        ldk     r0,#0
        jr      eq,3f
4:      calr    other_side
        dec     mate_value,#1
        call    xt1v
near_quiesced:
        inc     mate_value,#1
        neg     r0
3:      call    takeback
        ldm     r6,@r15,#FRAME_SIZE/2
        add     r15,#FRAME_SIZE
        ret

! pack_moves - order a list of moves by their immediate gain, and pack each
!              into four bytes.
! Our choice: before the moves have scores, captures come first, in order of
! decreasing gain.
! in     R13 the list, R12 its end
! out    R12 the end of the packed list, which begins at R13
! uses   R0-R6
! clocks mean 3,290
pack_moves:
        ld      r5,r12                  ! what gains nothing is packed after the list,
        .if     LIST_ORDER == REVERSED
        ld      r6,r12                  ! what gains is gathered at its end
        ld      r4,r12
        jr      2f
1:      dec     r4,#MOVE_SIZE
        ldm     r0,@r4,#4
        .else
        ld      r6,r13                  ! what gains is gathered at its head
        ld      r4,r13
        jr      2f
1:      ldm     r0,@r4,#4
        inc     r4,#MOVE_SIZE
        .endif
        ldb     rh3,rl2                 ! special and gain,
        ld      r2,r1
        ldb     rh2,rl0                 ! from and to
        orb     rl3,rl3
        jr      nz,3f
        ldl     @r5,rr2
        inc     r5,#PACKED_SIZE
2:
        .if     LIST_ORDER == REVERSED
        cp      r4,r13
        jr      ugt,1b
        jr      4f
3:      dec     r6,#PACKED_SIZE
        ldl     @r6,rr2
        jr      2b
        .else
        cp      r4,r12
        jr      ult,1b
        jr      4f
3:      ldl     @r6,rr2
        inc     r6,#PACKED_SIZE
        jr      2b
        .endif

4:      ld      r4,r5                   ! after that, what gains, in order
        ldb     rl0,#WIN                ! RL0 what moves gain in this turn, more than any in the first,
5:      ldb     rh0,#0                  ! RH0 in the next
        .if     LIST_ORDER == REVERSED
        ld      r1,r12
6:      dec     r1,#PACKED_SIZE
        cp      r1,r6
        jr      ult,8f
        ldl     rr2,@r1
        .else
        ld      r1,r13
6:      cp      r1,r6
        jr      uge,8f
        ldl     rr2,@r1
        inc     r1,#PACKED_SIZE
        .endif
        cpb     rl3,rl0
        jr      ge,7f
        cpb     rl3,rh0
        jr      le,6b
        ldb     rh0,rl3
        jr      6b
7:      jr      ne,6b
        ldl     @r5,rr2
        inc     r5,#PACKED_SIZE
        jr      6b
8:      ldb     rl0,rh0
        orb     rl0,rl0
        jr      nz,5b

        ld      r3,r4                   ! both down to where the list began
        ld      r1,r13
        ld      r2,r4
        sub     r5,r4
        ld      r4,r5
        calr    carry_words
        ld      r2,r12
        ld      r4,r3
        sub     r4,r12
        calr    carry_words
        ld      r12,r1
        ret

! carry_words - copy words downwards.
! in     R1 to, R2 from, R4 bytes, an even number
! out    R1, R2 after the words
! uses   R4
! clocks mean 302
carry_words:
        srl     r4,#1
        ret     z
        ldir    @r1,@r2,r4
        ret

! begin_with - move a packed move to the head of its list.
! in     R0 from and to of the move, 0 for none; R13 the list, R12 its end
! uses   R1-R5
! clocks mean 173
begin_with:
        or      r0,r0
        ret     z
        ld      r1,r13
        jr      2f
1:      cp      r0,@r1
        jr      eq,3f
        inc     r1,#PACKED_SIZE
2:      cp      r1,r12
        jr      ult,1b
        ret
3:      ldl     rr4,@r1
        ld      r3,r1                   ! move what is before it up by one
        sub     r3,r13
        srl     r3,#1
        jr      z,4f
        ld      r2,r1
        inc     r2,#PACKED_SIZE-2
        dec     r1,#2
        lddr    @r2,@r1,r3
4:      ldl     @r13,rr4
        ret
