! checks.s - list the moves that give check.
!
! "It used knowledge of the king positions, and geometric properties of
! moves, to reduce the work required."  A piece gives check from a square
! whose distance to the king is one over which it attacks; a table says whether it can
! reach such a square in one move.  A piece between a sliding piece
! and the king discovers check.  Its moves, promotions, captures en passant and
! castling are few, and are tried on the board.
!
! The order is that of moves.s.  Registers as there, and:
!
!   R1  distance to the king        R14 the enemy king's square

        .text

! next_checker - continue with the next piece of the list.
! clocks 33
        .macro  next_checker
        ld      r1,check_route(r2)
        ldl     rr2,next(r2)
        jp      @r1
        .endm

! check_hidden - try the moves of a piece that discovers check; continue at
!                `none` if it is on no line with the king.
! out    R1 distance from the piece to the king
! clocks own 24, +19 [line]
        .macro  check_hidden none
        ld      r1,r14
        sub     r1,r3
        bitb    attacks(r1),#QUEEN_BIT
        jr      z,\none
        call    discovers               ! [line]
        jp      z,check_tried
        .endm

! check_start - begin with a piece: try its moves if it discovers check,
!               and continue at `none` if it is too far away to give check.
! in     bit: its way of attacking
! out    R1 distance from the piece to the king
! clocks own 30, +10 [near], +19 [line], +17 [hides nothing]
        .macro  check_start bit, none
        ld      r1,r14
        sub     r1,r3
        ldb     rl0,reach(r1)
        andb    rl0,#BY_QUEEN+(1<<\bit)
        jr      z,\none
        bitb    rl0,#QUEEN_BIT          ! [near] on a line with the king
        jr      z,.Lno\@
        call    discovers               ! [line]
        jp      z,check_tried
        bitb    reach(r1),#\bit         ! [hides nothing]
        jr      z,\none
.Lno\@:
        .endm

! check_along - list the checks along a ray.
! in     RL0 0
! out    RL0 0
! clocks own 30, +41 [empty], +18 [check], +29 [enemy], +12 [capture]
        .macro  check_along way, step
        ld      r4,r3
.Lon\@:
        advance \step
        orb     rl0,@r4
        jr      nz,.Lhit\@
        ld      r1,r14                  ! [empty]
        sub     r1,r4
        bitb    attacks(r1),#\way
        jr      z,.Lon\@
        call    add_line_check          ! [check]
        jr      .Lon\@
.Lhit\@:
        andb    rl0,rl7
        jr      z,.Lno\@
        ld      r1,r14                  ! [enemy]
        sub     r1,r4
        ldb     rl0,#0
        bitb    attacks(r1),#\way
        jr      z,.Lno\@
        call    add_line_check          ! [capture]
.Lno\@:
        .endm

! check_on - list a knight's check from one square near R3.
! in     R1 distance from R3 to the king
! clocks own 17, +23 [check]
        .macro  check_on step
        bitb    attacks-\step(r1),#KNIGHT_BIT
        jr      z,.Lno\@
        lda     r4,\step(r3)
        calr    add_knight_check        ! [check]
.Lno\@:
        .endm

! check_capture - list a pawn's check by a capture.
        .macro  check_capture step, way
        bitb    attacks-\step(r1),#\way
        jr      z,.Lno\@
        lda     r4,\step(r3)
        ldb     rl0,@r4
        andb    rl0,rl7
        jr      z,.Lno\@
        calr    add_check
.Lno\@:
        .endm

! pawn_checks - a pawn's checks; parameters as for pawn_moves.
        .macro  pawn_checks left, right, step, limit, start, way
        check_start \way, .Lend\@
        check_capture \left, \way
        check_capture \right, \way
        testb   \step(r3)
        jr      nz,.Lend\@
        bitb    attacks-\step(r1),#\way
        jr      z,.Ltwo\@
        lda     r4,\step(r3)
        calr    add_check
.Ltwo\@:
        cp      r3,#\limit
        jr      \start,.Lend\@
        testb   2*\step(r3)
        jr      nz,.Lend\@
        bitb    attacks-2*\step(r1),#\way
        jr      z,.Lend\@
        lda     r4,2*\step(r3)
        ld      r5,#DOUBLE_STEP
        calr    add_check
        ldk     r5,#0
.Lend\@:
        next_checker
        .endm

! listchecks - list the moves that give check, whether legal or not.
! "ml= listchecks();"
! in     R7, R12 where the list begins, `ply`, `ep`
! out    R12 its end
! uses   R0-R6, R9, R10, R13, R14
! clocks mean 2,560
listchecks:
        ldk     r2,#0
        ldb     rl2,rl7
        ld      r14,square(r2)
        ldb     rl2,rh7
        ldl     rr2,next(r2)
        ldk     r5,#0
        ld      r13,#0x11
        .if     KING_LAST
        next_checker
        .endif

check_king:                             ! a king can only discover check
        check_hidden 1f
1:      next_checker

check_knight:
        check_start KNIGHT_BIT, 1f
        each_knight_step check_on
1:      next_checker

check_queen:
        ldb     rl0,#0
        each_king_step "check_along QUEEN_BIT,"
        next_checker

check_bishop:
        check_start DIAGONAL_BIT, 1f
        ldb     rl0,#0
        each_diagonal_step "check_along DIAGONAL_BIT,"
1:      next_checker

! A rook that is not on a line with the king gives check from two squares,
! where its lines cross the king's.
check_rook:
        check_hidden 1f
        bitb    attacks(r1),#LINE_BIT
        jr      nz,4f
1:      ld      r4,r14                  ! R4 on its rank and the king's file
        xor     r4,r3
        ld      r1,r4
        and     r4,#0x0f
        xor     r4,r3
        xor     r1,r4                   ! R1 on its file and the king's rank
        cp      r4,r3                   ! in the order of its rays: up, right, down, left
        jr      lt,2f
        cp      r1,r3
        jr      gt,2f
        ex      r1,r4
2:      ld      r6,r4
        ld      r4,r1
        calr    add_crossing
        ld      r4,r6
        calr    add_crossing
        next_checker
4:      ldb     rl0,#0
        each_line_step "check_along LINE_BIT,"
        next_checker

check_white_pawn:
        cp      r3,#A1+0x60
        jp      ge,check_tried
        pawn_checks 0x0f, 0x11, 0x10, A1+0x20, ge, WHITE_PAWN_BIT

check_black_pawn:
        cp      r3,#A1+0x20
        jr      lt,check_tried
        pawn_checks -0x11, -0x0f, -0x10, A1+0x60, lt, BLACK_PAWN_BIT

check_end:
        .if     KING_LAST
        ldk     r2,#0
        ldb     rl2,rh7
        ld      r3,square(r2)
        ld      r1,r14
        sub     r1,r3
        bitb    attacks(r1),#QUEEN_BIT
        jr      z,1f
        call    discovers
        jr      nz,1f
        ld      r9,r12
        call    list_piece
        calr    keep_checks
1:
        .endif
        ld      r9,r12
        test    UNDO_EP(r11)
        jr      z,2f
        call    list_en_passant
2:      ld      r1,ply
        test    PLY_RIGHTS(r1)
        jr      z,3f
        call    list_castling
3:      cp      r9,r12
        ret     eq
        jr      keep_checks

        .data
check_routes:
        .word   check_white_pawn, check_knight, check_bishop
        .word   check_rook, check_queen, check_king
        .word   check_black_pawn, check_knight, check_bishop
        .word   check_rook, check_queen, check_king
        .word   check_end
        .text

! check_tried - list a piece's checks by trying its moves on the board.
check_tried:
        push    @r15,r2
        ldk     r2,#0
        ldb     rl2,@r3
        ld      r9,r12
        call    list_piece
        calr    keep_checks
        pop     r2,@r15
        next_checker

! keep_checks - keep the moves of a list that give check.
! in     R9 where it begins, R12 its end
! out    R12 its new end, R5 0
! uses   R0, R1, R3-R6, R9, R10; keeps R2
! clocks own 54, +93 [move], +50 [check]
keep_checks:
        push    @r15,r2
        ld      r10,r9
        jr      3f
1:      ldm     r3,@r10,#4              ! [move]
        call    make
        call    in_check
        ldk     r0,#0
        tcc     nz,r0
        call    unmake
        or      r0,r0
        jr      z,2f
        ldm     r3,@r10,#4              ! [check]
        ldm     @r9,r3,#4
        inc     r9,#MOVE_SIZE
2:      inc     r10,#MOVE_SIZE
3:      cp      r10,r12
        jr      ult,1b
        ld      r12,r9
        pop     r2,@r15
        ldk     r5,#0
        ret

! discovers - does a piece on a line with the enemy king hide a sliding
!             piece that attacks along this line?
! in     R1 distance from the piece to the king, R3 its square, R7, R14
! out    Z set: it does; R1-R3 kept
! uses   R0, R4, R6
! clocks 47, +18 [behind], +52 [own], +18 [between]
discovers:
        ldb     rl0,steps(r1)
        ld      r4,r3
1:      subb    rl4,rl0                 ! [behind] what is beyond, away from the king?
        testb   @r4
        jr      z,1b
        ldb     rl6,@r4
        andb    rl6,rh7
        jr      z,3f
        ldk     r6,#0                   ! [own]
        ldb     rl6,@r4
        ldb     rl6,mask(r6)
        ld      r4,r14
        sub     r4,r3                   ! the same ways lead along the whole line,
        andb    rl6,#BY_SLIDER          ! as far as sliding pieces go
        andb    rl6,attacks(r4)
        jr      z,3f
        ld      r4,r3
2:      addb    rl4,rl0                 ! [between] and what between it and the king?
        testb   @r4
        jr      z,2b
        cp      r4,r14
        ret
3:      resflg  z
        ret

! add_crossing - list a rook's check from a square on one of its lines.
! in     R3 from, R4 to, R5 0, R14 the king's square
! out    R12
! uses   R0, R1
! clocks mean 119
add_crossing:
        ldb     rl0,@r4
        andb    rl0,rh7
        ret     nz
        ld      r1,r14
        sub     r1,r4
        ldb     rl0,steps(r1)
        ld      r1,r14                  ! from the king, which often sees nothing
1:      subb    rl1,rl0
        cp      r1,r4
        jr      eq,2f
        testb   @r1
        jr      z,1b
        ret
2:      sub     r1,r3
        ldb     rl0,steps(r1)
        ld      r1,r3
3:      addb    rl1,rl0
        cp      r1,r4
        jr      eq,add_check
        testb   @r1
        jr      z,3b
        ret

! add_line_check - list a sliding piece's check if no piece is between.
! in     R1 distance from R4 to the king, R3 from, R4 to, R5 0, R14
! out    R12
! uses   R0, R1
! clocks 32, +18 [square], +34 [listed]
add_line_check:
        ldb     rl0,steps(r1)
        ld      r1,r4
1:      addb    rl1,rl0                 ! [square]
        testb   @r1
        jr      z,1b
        ldb     rl0,#0
        cp      r1,r14
        ret     ne
! add_check - list a check.
! in     R3 from, R4 to, R5 special
! out    R12
! uses   nothing else
! clocks 37
add_check:
        ldm     @r12,r3,#4              ! [listed]
        inc     r12,#MOVE_SIZE
        ret

! add_knight_check - list a knight's check if its target is not blocked.
! in     R3 from, R4 to, R5 0
! out    R12
! uses   R0; keeps R1
! clocks 33, +27 [listed]
add_knight_check:
        ldb     rl0,rh7
        orb     rl0,#BORDER
        andb    rl0,@r4
        jr      z,add_check
        ret
