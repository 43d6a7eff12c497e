! captures.s - list the captures and promotions of a position.
!
! The generator walks the side's piece list and jumps to one routine for
! each kind.  All of them share these registers:
!
!   R2  code of the piece           R6  gain of the move; its high byte stays 0
!   R3  its square                  R7  colours: own in the high byte, enemy in the low
!   R4  target square               R12 end of the list
!   R5  special, 0                  R13 11h, the step that INC cannot make
!   R14 what a capture must gain more than

        .text

! next_capturer - go on with the next piece of the list.
! clocks 40
        .macro  next_capturer
        ld      r2,next(r2)
        ld      r3,square(r2)
        ld      r1,capture_route(r2)
        jp      @r1
        .endm

! next_piece - the same for the list of all moves.
! clocks 50
        .macro  next_piece routes
        ld      r2,next(r2)
        ld      r1,kind(r2)
        ld      r3,square(r2)
        ld      r1,\routes(r1)
        jp      @r1
        .endm

! capture_on - list the capture on one square near R3.
! in     bit: the bit of the enemy's colour
! clocks own 17, +23 [capture]
        .macro  capture_on bit, step, list=add_capture
        bitb    \step(r3),#\bit         ! the board begins at address 0
        jr      z,.Lno\@
        lda     r4,\step(r3)
        calr    \list                   ! [capture]
.Lno\@:
        .endm

! capture_along - follow a ray to its end and list the capture there.
! clocks own 17, +18 [square], +10 [capture]
        .macro  capture_along bit, step
        ld      r4,r3
.Lon\@:
        advance \step
        testb   @r4                     ! [square]
        jr      z,.Lon\@
        bitb    @r4,#\bit
        jr      z,.Lno\@
        calr    add_capture             ! [capture]
.Lno\@:
        .endm

! promote_step - list the promotion of a pawn that steps forward.
        .macro  promote_step step
        testb   \step(r3)
        jr      nz,.Lno\@
        ld      r6,#QUEEN-PAWN
        cp      r6,r14
        jr      le,.Lno\@
        lda     r4,\step(r3)
        ldm     @r12,r3,#4
        inc     r12,#MOVE_SIZE
.Lno\@:
        .endm

! The captures of a piece of each kind.
        .macro  king_captures bit
        each_king_step "capture_on \bit,"
        .if     KING_LAST
        jp      captures_en_passant
        .else
        next_capturer
        .endif
        .endm

        .macro  knight_captures bit
        each_knight_step "capture_on \bit,"
        next_capturer
        .endm

        .macro  line_captures bit
        each_line_step "capture_along \bit,"
        .endm

        .macro  diagonal_captures bit
        each_diagonal_step "capture_along \bit,"
        .endm

! in     left, right, step: distances; last: condition that holds on the
!        seventh rank after comparing R3 with limit; queen: what it becomes
        .macro  pawn_captures left, right, step, limit, last, queen, bit
        cp      r3,#\limit
        jr      \last,.Llast\@
        capture_on \bit, \left
        capture_on \bit, \right
        next_capturer
.Llast\@:
        ld      r5,#PROMOTION+\queen
        capture_on \bit, \left, add_promotion
        capture_on \bit, \right, add_promotion
        promote_step \step
        ldk     r5,#0
        next_capturer
        .endm

! listcapts - list the captures and queen promotions that gain more than
!             a threshold.
! in     R7, R12 where the list begins, R14 the threshold in pawns
! out    R12 its end; C set: a move captures the king, the list is not complete
! uses   R0-R6, R13
! clocks mean 1,730
! "ml= listcapts(); // includes promotions as these also change mat score"
listcapts:
        .if     KING_LAST == 0
        cp      r14,#KNIGHT             ! only rooks and queens gain more: few_captures
        jp      ge,few_captures         ! lists the same at less cost
        .endif
list_all_captures:
        ldk     r5,#0
        ldk     r6,#0
        ld      r13,#0x11
        ldk     r2,#0
        ldb     rl2,rh7
        .if     KING_LAST
        next_capturer
last_captures:
        ldk     r2,#0
        ldb     rl2,rh7
        .endif
        ld      r3,square(r2)
        bitb    rh7,#WHITE_BIT
        jp      z,black_king_captures

white_king_captures:
        king_captures BLACK_BIT
white_knight_captures:
        knight_captures BLACK_BIT
white_queen_captures:
        line_captures BLACK_BIT
white_bishop_captures:
        diagonal_captures BLACK_BIT
        next_capturer
white_rook_captures:
        line_captures BLACK_BIT
        next_capturer
white_pawn_captures:
        pawn_captures 0x0f, 0x11, 0x10, A1+0x60, ge, WHITE_QUEEN, BLACK_BIT

black_king_captures:
        king_captures WHITE_BIT
black_knight_captures:
        knight_captures WHITE_BIT
black_queen_captures:
        line_captures WHITE_BIT
black_bishop_captures:
        diagonal_captures WHITE_BIT
        next_capturer
black_rook_captures:
        line_captures WHITE_BIT
        next_capturer
black_pawn_captures:
        pawn_captures -0x11, -0x0f, -0x10, A1+0x20, lt, BLACK_QUEEN, WHITE_BIT

! The end of the list: captures en passant come last.
capture_end:
        .if     KING_LAST
        jp      last_captures
captures_en_passant:
        .endif
        ld      r6,#PAWN
        cp      r6,r14
        jr      le,1f
        calr    list_en_passant
1:      resflg  c
        ret

        .data
capture_routes:
        .word   white_pawn_captures, white_knight_captures
        .word   white_bishop_captures, white_rook_captures
        .word   white_queen_captures, white_king_captures
        .word   black_pawn_captures, black_knight_captures
        .word   black_bishop_captures, black_rook_captures
        .word   black_queen_captures, black_king_captures
        .word   capture_end
        .text

! add_capture - list a capture if it gains enough.
! in     R3 from, R4 to (an enemy piece stands there), R5 special 0, R14
! out    R12; does not return to the generator when the king is captured,
!        but to its caller, with C set
! uses   R6 (its high byte stays 0)
! clocks 41, +34 [listed], -20 [king]
add_capture:
        ldb     rl6,@r4
        cpb     rl6,rl7                 ! a king's code is its colour bit
        jr      eq,king_captured
        ld      r6,value(r6)
        cp      r6,r14
        ret     le
        ldm     @r12,r3,#4              ! [listed]
        inc     r12,#MOVE_SIZE
        ret

! add_promotion - list a pawn's capture that promotes to a queen, if it gains enough.
! in     R3 from, R4 to, R5 PROMOTION plus the kind of the queen, R14
! out    as add_capture
! uses   R6 (its high byte stays 0)
! clocks 82, -61 [king]
add_promotion:
        ldb     rl6,@r4
        cpb     rl6,rl7
        jr      eq,king_captured
        ld      r6,value(r6)
        add     r6,#QUEEN-PAWN
        cp      r6,r14
        ret     le
        ldm     @r12,r3,#4
        inc     r12,#MOVE_SIZE
        ret

king_captured:
        inc     r15,#2                  ! [king] drop the generator
        setflg  c
        ret

! list_en_passant - list the captures en passant.
! in     R7, R12 end of the list
! out    R12
! uses   R0, R2-R6
! clocks 23, +106 [possible], +13 [black], +22 [piece], +34 [listed]
list_en_passant:
        ld      r4,ep
        or      r4,r4
        ret     z
        lda     r3,-0x11(r4)            ! [possible] behind the square that was passed, one file
        bitb    rh7,#WHITE_BIT                  ! to the left ...
        jr      nz,1f
        lda     r3,0x0f(r4)             ! [black]
1:      ld      r5,#EN_PASSANT
        ld      r6,#PAWN
        calr    2f
        inc     r3,#2                   ! ... and to the right
2:      ldk     r2,#0
        ldb     rl2,@r3
        ldb     rl0,rl2
        andb    rl0,rh7
        ret     z
        cp      value(r2),#PAWN         ! [piece]
        ret     ne
        ldm     @r12,r3,#4              ! [listed]
        inc     r12,#MOVE_SIZE
        ret
