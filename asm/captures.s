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

! next_piece - go on with the next piece of the list.
! clocks 50
        .macro  next_piece routes
        ld      r2,next(r2)
        ld      r1,kind(r2)
        ld      r3,square(r2)
        ld      r1,\routes(r1)
        jp      @r1
        .endm

! capture_on - list the capture on one square near R3.
! clocks 20 where there is nothing to capture
        .macro  capture_on step, list=add_capture
        ldb     rl0,\step(r3)           ! the board begins at address 0
        andb    rl0,rl7
        jr      z,.Lno\@
        lda     r4,\step(r3)
        calr    \list
.Lno\@:
        .endm

! capture_along - follow a ray to its end and list the capture there.
! clocks 18 a square, 20 at the end
        .macro  capture_along op, step
        ld      r4,r3
.Lon\@: \op     r4,\step
        testb   @r4
        jr      z,.Lon\@
        ldb     rl0,@r4
        andb    rl0,rl7
        jr      z,.Lno\@
        calr    add_capture
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

! listcapts - list the captures and queen promotions that gain more than
!             a threshold.
! "ml= listcapts(); // includes promotions as these also change mat score"
! in     R7, R12 where the list begins, R14 the threshold in pawns
! out    R12 its end; C set: a move captures the king, the list is worthless
! uses   R0-R6, R13
! clocks 1,950 on average in the Win at Chess positions, with what it lists
listcapts:
        clr     r5
        clr     r6
        ld      r13,#0x11
        clr     r2
        ldb     rl2,rh7
        ld      r3,square(r2)

capture_king:
        capture_on 0x10
        capture_on 0x01
        capture_on -0x10
        capture_on -0x01
        capture_on 0x11
        capture_on -0x0f
        capture_on -0x11
        capture_on 0x0f
        next_piece capture_routes

capture_knight:
        capture_on 0x21
        capture_on 0x12
        capture_on -0x0e
        capture_on -0x1f
        capture_on -0x21
        capture_on -0x12
        capture_on 0x0e
        capture_on 0x1f
        next_piece capture_routes

capture_queen:
        capture_along inc, #0x10
        capture_along inc, #0x01
        capture_along dec, #0x10
        capture_along dec, #0x01
capture_bishop:
        capture_along add, r13
        capture_along dec, #0x0f
        capture_along sub, r13
        capture_along inc, #0x0f
        next_piece capture_routes

capture_rook:
        capture_along inc, #0x10
        capture_along inc, #0x01
        capture_along dec, #0x10
        capture_along dec, #0x01
        next_piece capture_routes

capture_white_pawn:
        cp      r3,#A1+0x60
        jr      ge,1f
        capture_on 0x0f
        capture_on 0x11
        next_piece capture_routes
1:      ld      r5,#PROMOTION+WHITE_QUEEN
        capture_on 0x0f, add_promotion
        capture_on 0x11, add_promotion
        promote_step 0x10
        clr     r5
        next_piece capture_routes

capture_black_pawn:
        cp      r3,#A1+0x20
        jr      lt,1f
        capture_on -0x11
        capture_on -0x0f
        next_piece capture_routes
1:      ld      r5,#PROMOTION+BLACK_QUEEN
        capture_on -0x11, add_promotion
        capture_on -0x0f, add_promotion
        promote_step -0x10
        clr     r5
        next_piece capture_routes

! The end of the list: captures en passant come last.
capture_end:
        ld      r6,#PAWN
        cp      r6,r14
        jr      le,1f
        calr    list_en_passant
1:      resflg  c
        ret

        .data
capture_routes:
        .word   capture_white_pawn, capture_knight, capture_bishop
        .word   capture_rook, capture_queen, capture_king
        .word   capture_black_pawn, capture_knight, capture_bishop
        .word   capture_rook, capture_queen, capture_king
        .word   capture_end
        .text

! add_capture - list a capture if it gains enough.
! in     R3 from, R4 to (an enemy piece stands there), R5 special 0, R14
! out    does not return to the generator when the king is captured, but
!        to its caller, with C set
! uses   R6 (its high byte stays 0)
! clocks 41, 75 when listed
add_capture:
        ldb     rl6,@r4
        cpb     rl6,rl7                 ! a king's code is its colour bit
        jr      eq,king_captured
        ld      r6,value(r6)
        cp      r6,r14
        ret     le
        ldm     @r12,r3,#4
        inc     r12,#MOVE_SIZE
        ret

! add_promotion - the same for a pawn that captures and promotes.
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
        inc     r15,#2                  ! drop the generator
        setflg  c
        ret

! list_en_passant - list the captures en passant.
! in     R7, R12 end of the list
! out    R12
! uses   R0, R2-R6
! clocks 26 when the last move was no double step
list_en_passant:
        ld      r4,ep
        test    r4
        ret     z
        lda     r3,-0x11(r4)            ! behind the square that was passed, one file
        bitb    rh7,#6                  ! to the left ...
        jr      nz,1f
        lda     r3,0x0f(r4)
1:      ld      r5,#EN_PASSANT
        ld      r6,#PAWN
        calr    2f
        inc     r3,#2                   ! ... and to the right
2:      clr     r2
        ldb     rl2,@r3
        ldb     rl0,rl2
        andb    rl0,rh7
        ret     z
        cp      value(r2),#PAWN
        ret     ne
        ldm     @r12,r3,#4
        inc     r12,#MOVE_SIZE
        ret
