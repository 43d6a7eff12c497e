! t2v.s - second-order quiescence on the stored tree.

        .text

! t2v - value of the position to a depth.
! in     R6 depth, R8 lower bound, R9 upper bound, R10 material of the side
!        to play, R14 the position's entry; R7, R11, R12, `ply`, `ep`,
!        `mate_value`
! out    R0 value; the best move in the record's PLY_BEST, its from 0 for none
! uses   R1-R6, R8, R13, R14; keeps R7, R9-R12
! stack  28 bytes per ply, 8 for each search by internal iterative deepening
! clocks mean 77,100
t2v:
        ld      r1,ply
        clr     PLY_BEST(r1)
        clr     PLY_FRONT(r1)
        call    repeated
        jr      eq,t2v_draw
        or      r6,r6                   ! "if(d==0) return( xt1v(lv,uv) );"
        jp      z,xt1v

! A mate in one ends it.  At depth one it is looked for last.
        cp      r8,mate_value
        jr      ge,t2v_lower
        .if     NEAR
        bitb    ENTRY_SPECIAL(r14),#MATES_BIT
        jr      nz,t2v_mate
        cp      r6,#1
        jr      eq,2f
        .endif
        calr    sees_mate
        jr      z,2f
t2v_mate:
        ld      r0,mate_value
        cp      r0,r9
        ret     le
        jr      t2v_upper

! "bestv= max(lv,v); // use null move value": it is known from the move
! that led here.
2:      ldb     rl0,ENTRY_SCORE(r14)
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

! Walk through the stored moves.
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
! list of eligible moves, or go on building it.  On the stack, top first:
!
!   while preparing         while trying moves
!   begin of the move list  next packed move (from `allocate` on)
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

! other_side - turn bounds and material round for the other side.
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
! clocks mean 49,100
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

! gain_of - what does a move gain at once?
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

! score_move - the t1v score of a move: its value if the other side does
!              nothing.
! in     R0 from and to, RH1 special, RL1 gain; R8 best value so far, R9
!        upper bound; R7, R10-R12, `ply`
! out    R0 the score, the best value so far if the move is illegal
! uses   R1-R5; keeps R6-R14
! stack  22 bytes
! clocks mean 16,000
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
        push    @r15,ep
        clr     ep
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
        pop     ep,@r15
        exb     rh7,rl7
2:      call    unmake
        ldm     r6,@r15,#FRAME_SIZE/2
        add     r15,#FRAME_SIZE
        ret

! unpack - a move of four bytes to one of words.
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
! in     R7, `ply`
! out    the record's PLY_CHECK, not 0 in check
! uses   R0-R4
! clocks own 53
note_check:
        call    in_check
        ldk     r0,#0
        tcc     nz,r0
        ld      r1,ply
        ld      PLY_CHECK(r1),r0
        ret

! may_expose - can a move leave its own king in check?  Only if the king is
!              in check, or moves, or the piece leaves a line with it, or
!              two pawns leave a rank at once (en passant).
! in     R3 from, R5 special; R7, `ply`
! out    R0 0: it cannot; 1: along that line; -1: look everywhere
! uses   R2
! clocks 53, +28 [unchecked], +13 [not king], +12 [line], -7 [everywhere]
may_expose:
        ldk     r0,#0
        ld      r2,ply
        test    PLY_CHECK(r2)
        jr      nz,1f
        ldk     r2,#0                   ! [unchecked]
        ldb     rl2,rh7
        ld      r2,square(r2)
        sub     r2,r3
        jr      eq,1f
        cp      r5,#EN_PASSANT          ! [not king]
        jr      eq,1f
        bitb    attacks(r2),#QUEEN_BIT
        ret     z
        ldk     r0,#1                   ! [line]
        ret
1:      dec     r0,#1                   ! [everywhere]
        ret

! has_exposed - has the move just made left its own king in check?
! in     R0 from may_expose, R3 from; R7
! out    Z clear: it has
! uses   R0-R4
! clocks 14, +77 [along], +18 [square], +38 [enemy], unless [piece]
has_exposed:
        or      r0,r0
        ret     z
        jp      mi,exposed
        ldk     r2,#0                   ! [along]
        ldb     rl2,rl7
        ld      r4,square(r2)
        ld      r1,r4
        sub     r1,r3
        ldb     rl0,steps(r1)
        extsb   r0
        ld      r1,r4
1:      sub     r1,r0                   ! [square] what does the king see in this direction?
        testb   @r1
        jr      z,1b
        ldb     rl2,@r1
        ldb     rl0,rl2
        andb    rl0,rh7
        ret     z
        ldb     rl0,mask(r2)            ! [enemy]
        andb    rl0,#BY_SLIDER
        sub     r4,r1
        andb    rl0,attacks(r4)
        ret

! sees_mate - has the side to play a mate in one?  It is looked for once.
! in     R14 entry; R7, R11, R12
! out    Z clear: it has
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

! near - t2v one ply from the horizon.  Only captures that gain enough can beat
!        the null move, or any move where that loses material.  A mate in one is
!        looked for only where none of them refutes.  Depth two searches all its
!        moves by this routine.
! in     R8 best value so far, R9 upper bound, R10 material; R7, R11, R12
! out    as t2v
! uses   as t2v
! stack  24 bytes
! clocks mean 37,300
!
! "The 1986 program had special-case routines for t2v at depths one and two."
near:
        count_node
        push    @r15,r12
        ld      r14,r8
        sub     r14,r10
        jr      lt,2f
        call    listcapts
        cp      r12,@r15
        jr      eq,near_done
        jr      3f
2:      call    listmoves
3:      calr    note_check
        ld      r13,@r15
near_select:
        ld      r6,r8                   ! R6 the largest gain so far, R2 its move
        sub     r6,r10
        largest_gain r6, r12
        jr      z,near_done
        ld      MOVE_GAIN(r2),#-0x4000  ! not again
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
near_done:
        pop     r12,@r15
        ld      r1,ply
        ld      r14,PLY_NODE(r1)
        calr    sees_mate
        jp      z,t2v_lower
        ld      r1,ply
        clr     PLY_BEST(r1)
        jp      t2v_mate

! near_move - value of a move at the horizon.
! in     R2 move, R6 its gain; R7-R12
! out    R0 value for the side that moves; the best value so far if illegal
! uses   R1-R5; keeps R6-R14
! clocks mean 9,350
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

! pack - pack the move R2 to R4, which goes on.
! uses   R3
        .macro  pack
        ld      r3,MOVE_FROM(r2)
        ldb     rh3,rl3
        ldb     rl3,MOVE_TO+1(r2)
        ld      @r4,r3
        inc     r4,#2
        ld      r3,MOVE_GAIN(r2)
        ldb     rh3,MOVE_SPECIAL+1(r2)
        ld      @r4,r3
        inc     r4,#2
        .endm

! pack_moves - order a list of moves by what they gain at once, and make
!              four bytes of each.
! "In t2v the eligible moves were ordered by their score": before there are
! scores, captures come first, the largest gain first.
! in     R13 the list, R12 its end
! out    R12 the end of the packed list, which begins at R13
! uses   R0-R6
! clocks mean 4,400
pack_moves:
        .if     LIST_ORDER == REVERSED
        push    @r15,r13
        ld      r4,r12                  ! what gains nothing is packed behind the list,
        ld      r6,r12                  ! what gains is gathered at its end
        ld      r2,r12
        jr      3f
1:      dec     r2,#MOVE_SIZE
        test    MOVE_GAIN(r2)
        jr      nz,2f
        pack
        jr      3f
2:      dec     r6,#MOVE_SIZE
        ldl     rr0,@r2
        ldl     @r6,rr0
        ldl     rr0,MOVE_SPECIAL(r2)
        ldl     MOVE_SPECIAL(r6),rr0
3:      cp      r2,r13
        jr      ugt,1b
        ld      r13,r6
        ld      r5,r4                   ! behind that, captures in order
4:      ldk     r0,#0                   ! the largest gain that is left
        largest_gain r0, r12
        jr      z,5f
        pack
        clr     MOVE_GAIN(r2)
        jr      4b
5:      pop     r13,@r15
        .else
        ld      r4,r12                  ! what gains nothing is packed behind the list,
        ld      r6,r13                  ! what gains is gathered at its head
        ld      r2,r13
        jr      3f
1:      test    MOVE_GAIN(r2)
        jr      nz,2f
        pack
        inc     r2,#MOVE_SIZE
        jr      3f
2:      ldl     rr0,@r2
        ldl     @r6,rr0
        ldl     rr0,MOVE_SPECIAL(r2)
        ldl     MOVE_SPECIAL(r6),rr0
        inc     r2,#MOVE_SIZE
        inc     r6,#MOVE_SIZE
3:      cp      r2,r12
        jr      ult,1b
        ld      r5,r4                   ! behind that, captures in order
4:      ldk     r0,#0                   ! the largest gain that is left
        largest_gain r0, r6
        jr      z,5f
        pack
        clr     MOVE_GAIN(r2)
        jr      4b
5:
        .endif
        ld      r1,r13                  ! both down to where the list began
        ld      r2,r5
        sub     r4,r5
        calr    carry_words
        ld      r2,r12
        sub     r5,r12
        ld      r4,r5
        calr    carry_words
        ld      r12,r1
        ret

! carry_words - copy words downwards.
! in     R1 to, R2 from, R4 bytes, an even number
! out    R1, R2 behind the words
! uses   R4
! clocks mean 297
carry_words:
        srl     r4,#1
        ret     z
        ldir    @r1,@r2,r4
        ret

! begin_with - put a packed move at the head of its list.
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
        ld      r3,r1                   ! move what stands before it up by one
        sub     r3,r13
        srl     r3,#1
        jr      z,4f
        ld      r2,r1
        inc     r2,#PACKED_SIZE-2
        dec     r1,#2
        lddr    @r2,@r1,r3
4:      ldl     @r13,rr4
        ret
