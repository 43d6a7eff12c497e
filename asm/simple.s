! simple.s - second-order quiescence as in the pseudocode: a null-move
!            search that evaluates with xt1v, and a table of best moves.

        .text

! t2v - value of the position to a depth.
! in     R6 depth, R8 lower bound, R9 upper bound, R10 material of the side
!        to play; R7, R11, R12, `ply`, `ep`
! out    R0 value; the best move in the record's PLY_BEST, its from 0 for none
! uses   R1-R6, R8, R13, R14; keeps R7, R9-R12
! stack  22 bytes per ply
! clocks mean 19,400
t2v:
        call    repeated
        jr      eq,t2v_draw
        test    r6                      ! "if(d==0) return( xt1v(lv,uv) );"
        jp      z,xt1v

! "make(null); v= -xt1v(-uv,-lv); unmake();"
        dec     r15,#FRAME_SHORT_SIZE
        ldm     @r15,r6,#FRAME_SHORT_SIZE/2
        push    @r15,UNDO_EP(r11)
        clr     UNDO_EP(r11)
        exb     rh7,rl7
        calr    other_side
        see_mates NULL_MATES
        call    xt1v
        see_mates HORIZON_MATES
        pop     UNDO_EP(r11),@r15
        ldm     r6,@r15,#FRAME_SHORT_SIZE/2
        inc     r15,#FRAME_SHORT_SIZE
        neg     r0

! "bestv= max(lv,v); // use null move value"
        ld      r14,ply
        clr     PLY_BEST(r14)
        cp      r0,r8
        jr      le,1f
t2v_stand_pat:
        ld      r8,r0
1:      cp      r8,r9
        jr      ge,t2v_upper
        call    in_check
        ldk     r0,#0
        tcc     nz,r0
        ld      PLY_CHECK(r14),r0

! "if(prevm!=null) { make(m); v= -t2v(d-1,-uv,-bestv); unmake(); ..."
        push    @r15,r6
        call    recall
        pop     r6,@r15
        ldm     r3,PLY_PREVIOUS(r14),#3
        test    r3
        jr      z,2f
        ld      r1,PLY_PREVIOUS+MOVE_GAIN(r14)
        calr    search_move
        cp      r8,r9
        jr      ge,t2v_cut

! "ml= listallmoves(); while(m= *++ml)"
2:      count_node
        push    @r15,r12
        push    @r15,r6
        call    listmoves
        pop     r6,@r15
        .if     LIST_ORDER == REVERSED
        ld      r13,r12
        .else
        ld      r13,@r15
        .endif
        jr      t2v_next
t2v_move:
        ld      r14,ply
        .if     LIST_ORDER == REVERSED
        dec     r13,#MOVE_SIZE
        .endif
        ldm     r3,@r13,#3
        ld      r1,MOVE_GAIN(r13)
        .if     LIST_ORDER != REVERSED
        inc     r13,#MOVE_SIZE
        .endif
        cp      r4,PLY_PREVIOUS+MOVE_TO(r14) ! "if(m==prevm) continue;"
        jr      ne,4f
        cp      r3,PLY_PREVIOUS+MOVE_FROM(r14)
        jr      ne,4f
        cp      r5,PLY_PREVIOUS+MOVE_SPECIAL(r14)
        jr      eq,t2v_next
4:      calr    search_move
        cp      r8,r9                   ! "if(bestv>=uv) return(uv);"
        jr      ge,t2v_listed_cut
t2v_next:
        .if     LIST_ORDER == REVERSED
        cp      r13,@r15
        jr      ugt,t2v_move
        .else
        cp      r13,r12
        jr      ult,t2v_move
        .endif
        pop     r12,@r15
        call    remember
        ld      r0,r8                   ! "return(bestv);"
        ret
t2v_listed_cut:
        pop     r12,@r15
t2v_cut:
        call    remember
t2v_upper:
        ld      r0,r9
        ret
t2v_draw:
        clr     r0
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

! search_move - search one move of t2v, if it is legal.
! in     R1 gain, R3-R5 move, R6 depth, R8 best value so far; R7, R9-R14
! out    R8 and PLY_BEST, updated if the move is better
! uses   R0-R5, R14
! clocks mean 13,000
!
! A move can leave the king in check only if it was in check, or the king
! moves, or the piece leaves a line with the king, or two pawns leave at once
! (en passant).
search_move:
        dec     r15,#FRAME_SHORT_SIZE
        ldm     @r15,r6,#FRAME_SHORT_SIZE/2
        add     r10,r1
        test    PLY_CHECK(r14)
        jr      nz,1f
        cp      r5,#EN_PASSANT
        jr      eq,1f
        clr     r2
        ldb     rl2,rh7
        ld      r2,square(r2)
        sub     r2,r3
        jr      eq,1f
        bitb    attacks(r2),#QUEEN_BIT
        jr      nz,1f
        call    play
        jr      2f
1:      call    play
        call    exposed
        jr      nz,4f
2:      ld      r6,@r15                 ! FRAME_DEPTH
        dec     r6,#1
        calr    other_side
        call    t2v
        call    takeback
        ldm     r6,@r15,#FRAME_SHORT_SIZE/2
        inc     r15,#FRAME_SHORT_SIZE
        neg     r0
        cp      r0,r8
        ret     le
search_better:
        ld      r8,r0
        ld      r14,ply
        ldm     r3,PLY_MOVE(r14),#3
        ldm     PLY_BEST(r14),r3,#3
        ret
4:      call    takeback
        ldm     r6,@r15,#FRAME_SHORT_SIZE/2
        inc     r15,#FRAME_SHORT_SIZE
        ret
