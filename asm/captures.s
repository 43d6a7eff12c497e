! captures.s - list the captures and promotions of a position.
!
! The generator walks the side's piece list and jumps to one routine for
! each kind.  All of them share these registers:
!
!   R2  code of the piece after it  R6  gain of the move; its high byte stays 0
!   R3  square of the piece         R7  colours: own in the high byte, enemy in the low
!   R4  target square               R12 end of the list
!   R5  special, 0                  R13 11h, the step that INC cannot make
!   R14 a capture must gain more than this

        .text

! next_capturer - continue with the next piece of the list.
! clocks 33
        .macro  next_capturer
        ld      r1,capture_route(r2)
        ldl     rr2,next(r2)            ! R3 its square, R2 already the piece after it
        jp      @r1
        .endm

! next_piece - continue with the next piece of the list, through the table `routes`.
! clocks 43
        .macro  next_piece routes
        ld      r1,kind(r2)
        ldl     rr2,next(r2)
        ld      r1,\routes(r1)
        jp      @r1
        .endm

! add_capture - list a capture if it gains enough.
! in     R3 from, R4 to (occupied by an enemy piece), R5 special 0, R14
! out    R12; returns from the generator with C set if the king is captured
! uses   R6 (its high byte stays 0)
! clocks 18, +20 [no king], +27 [listed]
        .macro  add_capture
        ldb     rl6,@r4                 ! [victim]
        cpb     rl6,rl7                 ! a king's code is its colour bit
        jp      eq,king_captured
        ld      r6,value(r6)            ! [no king]
        cp      r6,r14
        jr      le,.Lless\@
        ldm     @r12,r3,#4              ! [listed]
        inc     r12,#MOVE_SIZE
.Lless\@:
        .endm

! capture_on - list the capture on one square near R3.
! in     bit: the bit of the enemy's colour
! clocks 17, +31 [capture], +20 [no king], +27 [listed]
        .macro  capture_on bit, step
        bitb    \step(r3),#\bit         ! the board begins at address 0
        jr      z,.Lno\@
        lda     r4,\step(r3)            ! [capture]
        add_capture
.Lno\@:
        .endm

! capture_by - let a routine list the capture on one square near R3.
! in     bit: the bit of the enemy's colour
! clocks own 17, +23 [capture]
        .macro  capture_by bit, step, list
        bitb    \step(r3),#\bit
        jr      z,.Lno\@
        lda     r4,\step(r3)            ! [capture]
        calr    \list
.Lno\@:
        .endm

! capture_along - follow a ray to its end and list the capture there.
! in     RL0 0
! out    RL0 0
! clocks 13, +17 [square], +18 [victim], +25 [no king], +27 [listed]
        .macro  capture_along step
        ld      r4,r3
.Lon\@:
        advance \step
        orb     rl0,@r4                 ! [square]
        jr      z,.Lon\@
        andb    rl0,rl7
        jr      z,.Lno\@
        add_capture
        ldb     rl0,#0
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
        ldb     rl0,1(r3)               ! few kings are next to an enemy
        .irp    step, 0x11, 0x10, 0x0f, -0x01, -0x11, -0x10, -0x0f
        orb     rl0,\step(r3)
        .endr
        andb    rl0,rl7
        jp      z,.Lnone\@
        each_king_step "capture_on \bit,"
        ldb     rl0,#0
.Lnone\@:
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

        .macro  line_captures
        each_line_step "capture_along"
        .endm

        .macro  diagonal_captures
        each_diagonal_step "capture_along"
        .endm

! in     left, right, step: distances; last: condition that holds on the
!        seventh rank after comparing RL3 with RH0; queen: kind of a promoted pawn
        .macro  pawn_captures left, right, step, last, queen, bit
        cpb     rl3,rh0
        jr      \last,.Llast\@
        capture_on \bit, \left
        capture_on \bit, \right
        next_capturer
.Llast\@:
        ld      r5,#PROMOTION+\queen
        capture_by \bit, \left, add_promotion
        capture_by \bit, \right, add_promotion
        promote_step \step
        ldk     r5,#0
        next_capturer
        .endm

! listcapts - list the captures and queen promotions that gain more than
!             a threshold.
! in     R7, R12 where the list begins, R14 the threshold in pawns
! out    R12 its end; C set: a move captures the king, so the list is incomplete
! uses   R0-R6, R13
! clocks mean 1,460
! "ml= listcapts(); // includes promotions as these also change mat score"
listcapts:
        .if     KING_LAST == 0
        cp      r14,#KNIGHT             ! only rooks and queens gain more: few_captures
        jp      ge,few_captures         ! lists the same at less cost
        .endif
list_all_captures:
        ldk     r0,#0
        ldk     r5,#0
        ldk     r6,#0
        ld      r13,#0x11
        ldk     r2,#0
        ldb     rl2,rh7
        .if     KING_LAST
        ld      r2,next(r2)
        ldb     rh0,#A1+0x60
        bitb    rh7,#WHITE_BIT
        jr      nz,1f
        ldb     rh0,#A1+0x20
1:      next_capturer
last_captures:
        ldk     r2,#0
        ldb     rl2,rh7
        .endif
        ldl     rr2,next(r2)
        bitb    rh7,#WHITE_BIT
        jp      z,black_captures

        ldb     rh0,#A1+0x60
white_king_captures:
        king_captures BLACK_BIT
white_knight_captures:
        knight_captures BLACK_BIT
white_queen_captures:
        line_captures
white_bishop_captures:
        diagonal_captures
        next_capturer
white_rook_captures:
        line_captures
        next_capturer
white_pawn_captures:
        pawn_captures 0x0f, 0x11, 0x10, uge, WHITE_QUEEN, BLACK_BIT

black_captures:
        ldb     rh0,#A1+0x20
black_king_captures:
        king_captures WHITE_BIT
black_knight_captures:
        knight_captures WHITE_BIT
black_queen_captures:
        line_captures
black_bishop_captures:
        diagonal_captures
        next_capturer
black_rook_captures:
        line_captures
        next_capturer
black_pawn_captures:
        pawn_captures -0x11, -0x0f, -0x10, ult, BLACK_QUEEN, WHITE_BIT

! The end of the list: captures en passant come last.
capture_end:
        .if     KING_LAST
        jp      last_captures
captures_en_passant:
        .endif
        ld      r6,#PAWN
        cp      r6,r14
        jr      le,1f
        test    UNDO_EP(r11)
        jr      z,1f
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

! add_promotion - list a pawn's capture that promotes to a queen, if it gains enough.
! in     R3 from, R4 to, R5 PROMOTION plus the kind of the queen, R14
! out    as add_capture
! uses   R6 (its high byte stays 0)
! clocks 82, -61 [king]
add_promotion:
        ldb     rl6,@r4
        cpb     rl6,rl7
        jr      eq,1f
        ld      r6,value(r6)
        add     r6,#QUEEN-PAWN
        cp      r6,r14
        ret     le
        ldm     @r12,r3,#4
        inc     r12,#MOVE_SIZE
        ret

1:      inc     r15,#2                  ! [king] drop the generator
king_captured:
        setflg  c
        ret

! list_en_passant - list the captures en passant.
! in     R7, R12 end of the list
! out    R12
! uses   R0, R2-R6
! clocks 24, +106 [possible], +13 [black], +22 [piece], +34 [listed]
list_en_passant:
        ld      r4,UNDO_EP(r11)
        or      r4,r4
        ret     z
        lda     r3,-0x11(r4)            ! [possible] beyond the square that was passed, one file
        bitb    rh7,#WHITE_BIT          ! to the left ...
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
