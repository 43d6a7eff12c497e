! moves.s - list all moves of a position, legal or not.
!
! The same walk over the piece list as in captures.s, with the same
! registers, and in addition:
!
!   RH0 what blocks a step: own pieces and the border

        .text

! move_on - list the move to one square near R3, empty or enemy.
! clocks 23, +50 [move]
        .macro  move_on step
        ldb     rl6,\step(r3)
        ldb     rl0,rl6
        andb    rl0,rh0
        jr      nz,.Lno\@
        lda     r4,\step(r3)            ! [move]
        ld      r6,value(r6)            ! an empty square counts nothing
        ldm     @r12,r3,#4
        inc     r12,#MOVE_SIZE
.Lno\@:
        .endm

! move_along - list the moves along a ray.
! in     RL0 0
! out    RL0 0
! clocks own 30, +44 [empty], +20 [capture]
        .macro  move_along step
        ld      r4,r3
        advance \step
        orb     rl0,@r4
        jr      nz,.Lhit\@
.Lon\@:
        ldm     @r12,r3,#4              ! [empty]
        inc     r12,#MOVE_SIZE
        advance \step
        orb     rl0,@r4
        jr      z,.Lon\@
.Lhit\@:
        andb    rl0,rl7
        jr      z,.Lno\@
        calr    add_move                ! [capture]
        ldk     r6,#0
        ldb     rl0,#0
.Lno\@:
        .endm

! listmoves - list all moves.
! "ml= listallmoves();"
! in     R7, R12 where the list begins, `ply`, `ep`
! out    R12 its end
! uses   R0-R6, R13
! clocks mean 3,380
listmoves:
        ldk     r2,#0
        ldb     rl2,rh7
        .if     KING_LAST
        ld      r2,next(r2)
        calr    list_pieces
        ldk     r2,#0
        ldb     rl2,rh7
        calr    list_piece
        .else
        calr    list_pieces
        .endif
        call    list_en_passant
        jp      list_castling

! list_piece - list the moves of one piece, except castling and en passant.
! in     R2 its code, R7, R12
! out    R12
! uses   R0, R1, R3-R6, R13; keeps R2
! clocks mean 617
list_piece:
        push    @r15,r2
        push    @r15,next(r2)
        clr     next(r2)
        calr    list_pieces
        popl    rr4,@r15                ! R4 its successor, R5 the piece
        ld      r2,r5
        ld      next(r2),r4
        ret

! list_pieces - list the moves of a piece and of all after it, except castling and en passant.
! in     R2 its code, R7, R12
! out    R12
! uses   R0-R6, R13
! clocks mean 2,550
list_pieces:
        ldk     r5,#0
        ldk     r6,#0
        ld      r13,#0x11
        ldb     rh0,rh7
        orb     rh0,#BORDER
        next_piece move_routes

move_king:
        each_king_step move_on
        ldk     r6,#0
        next_piece move_routes

move_knight:
        each_knight_step move_on
        ldk     r6,#0
        next_piece move_routes

move_queen:
        ldb     rl0,#0
        each_line_step move_along
move_bishop:
        ldb     rl0,#0
        each_diagonal_step move_along
        next_piece move_routes

move_rook:
        ldb     rl0,#0
        each_line_step move_along
        next_piece move_routes

! pawn_moves - a pawn's moves: two captures, one step, two steps.
! in     left, right, step: distances; start: condition that holds outside
!        the second rank, when R3 is compared with limit; bit: the bit of
!        the enemy's colour
        .macro  pawn_moves left, right, step, limit, start, bit, list
        capture_by \bit, \left, \list
        capture_by \bit, \right, \list
        ldk     r6,#0
        testb   \step(r3)
        jr      nz,.Lno\@
        lda     r4,\step(r3)
        calr    \list
        cp      r3,#\limit
        jr      \start,.Lno\@
        testb   2*(\step)(r3)
        jr      nz,.Lno\@
        lda     r4,2*(\step)(r3)
        ld      r5,#DOUBLE_STEP
        calr    \list
.Lno\@:
        ldk     r5,#0
        ldk     r6,#0
        next_piece move_routes
        .endm

move_white_pawn:
        cp      r3,#A1+0x60
        jr      ge,1f
        pawn_moves 0x0f, 0x11, 0x10, A1+0x20, ge, BLACK_BIT, add_move
1:      ld      r5,#PROMOTION+WHITE_QUEEN
        pawn_moves 0x0f, 0x11, 0x10, A1+0x20, ge, BLACK_BIT, add_promotions

move_black_pawn:
        cp      r3,#A1+0x20
        jr      lt,1f
        pawn_moves -0x11, -0x0f, -0x10, A1+0x60, lt, WHITE_BIT, add_move
1:      ld      r5,#PROMOTION+BLACK_QUEEN
        pawn_moves -0x11, -0x0f, -0x10, A1+0x60, lt, WHITE_BIT, add_promotions

move_end:
        ret

        .data
move_routes:
        .word   move_white_pawn, move_knight, move_bishop
        .word   move_rook, move_queen, move_king
        .word   move_black_pawn, move_knight, move_bishop
        .word   move_rook, move_queen, move_king
        .word   move_end
        .text

! add_move - list a move; the piece on its target is its gain.
! in     R3 from, R4 to, R5 special
! out    R12
! uses   R6 (its high byte stays 0)
! clocks 54
add_move:
        ldb     rl6,@r4
        ld      r6,value(r6)            ! an empty square counts nothing
        ldm     @r12,r3,#4
        inc     r12,#MOVE_SIZE
        ret

! add_promotions - list a pawn's move to the last rank: queen, rook, bishop, knight.
! in     R3 from, R4 to, R5 PROMOTION plus the kind of the queen
! out    R12
! uses   R1, R6 (its high byte stays 0); keeps R5
! clocks mean 430
add_promotions:
        push    @r15,r5
1:      ldb     rl6,@r4
        ld      r6,value(r6)
        ld      r1,r5
        sub     r1,#PROMOTION
        add     r6,kind_value(r1)
        dec     r6,#PAWN
        ldm     @r12,r3,#4
        inc     r12,#MOVE_SIZE
        ldk     r6,#0
        dec     r5,#2
        cp      r1,#WHITE_KNIGHT
        jr      eq,2f
        cp      r1,#BLACK_KNIGHT
        jr      ne,1b
2:      pop     r5,@r15
        ret

! list_castling - list castling, king's side first.
! in     R7, R12, `ply`
! out    R12
! uses   R0-R6
! clocks mean 243
list_castling:
        ld      r1,ply
        ld      r2,PLY_RIGHTS(r1)
        or      r2,r2
        ret     z
        ld      r3,UNDO_FROM(r11)       ! the last move may be one that is being scored:
        ld      r4,UNDO_TO(r11)         ! what it gives up is still in the record
        give_up_rights
        bitb    rh7,#WHITE_BIT
        jr      nz,1f
        srl     r2,#2                   ! black's rights where white's were
1:      and     r2,#WHITE_SHORT+WHITE_LONG
        ret     z
        ld      r5,r2
        ldk     r6,#0
        ldb     rl6,rh7
        ld      r6,square(r6)           ! the king's square
        testb   1(r6)                   ! cheaper than whether the king is in check
        jr      nz,2f
        testb   2(r6)
        jr      z,3f
2:      res     r5,#0
3:      testb   -1(r6)
        jr      nz,4f
        testb   -2(r6)
        jr      nz,4f
        testb   -3(r6)
        jr      z,5f
4:      res     r5,#1
5:      or      r5,r5
        ret     z
        call    in_check
        ret     nz
        bit     r5,#0
        jr      z,6f
        lda     r4,1(r6)
        calr    castle_over
6:      bit     r5,#1
        ret     z
        lda     r4,-1(r6)

! castle_over - list castling if the square that the king passes is not attacked.
! in     R4 the square, R6 the king's square; R7, R12
! out    R12
! uses   R0-R3; keeps R5, R6
! clocks mean 777
castle_over:
        ldb     @r4,rh7
        ldk     r2,#0
        ldb     rl2,rl7
        call    attacked
        clrb    @r4
        ret     nz
        pushl   @r15,rr4
        push    @r15,r6
        ld      r3,r6
        add     r4,r4                   ! twice the passed square less the king's
        sub     r4,r6                   ! is where it goes
        ld      r5,#CASTLING
        ldk     r6,#0
        ldm     @r12,r3,#4
        inc     r12,#MOVE_SIZE
        pop     r6,@r15
        popl    rr4,@r15
        ret
