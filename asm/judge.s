! judge.s - the positional score of the positions that a move can lead to.
!
! Not Beal's: how his program scored is unknown.  The terms and their reasons
! are in constants.s.
!
! Ranks, files and squares are from the side's own point of view: its first rank
! is rank 0.  Registers of all routines here:
!
!   R2  code of the piece           R6  score so far
!   R3  distance of its square      R8  `pawn_files` of its side, from file 0
!       from the side's a1          R9  the same of the other side
!   R4  rank, R5 file, 0 to 7       R13 converts squares to the side's view

        .text

! judge - score of the position for the side that has just moved.
! in     R7, R11, R12, `ply`
! out    R0 128ths of a pawn
! uses   R1-R6, R8, R9, R13
! clocks mean 24,300
judge:
        ldk     r0,#0
        ld      r1,#pawn_files
        ld      r2,#PAWN_FILES
1:      ld      @r1,r0
        inc     r1,#2
        djnz    r2,1b
        ldk     r2,#0
        ldb     rl2,rh7
        calr    view
        calr    note_pawns
        ldk     r2,#0
        ldb     rl2,rl7
        calr    view
        calr    note_pawns
        exb     rh7,rl7
        calr    judge_side
        exb     rh7,rl7
        push    @r15,r6
        calr    judge_side
        ld      r0,r6
        pop     r6,@r15
        sub     r0,r6
        test    lone_rank
        jr      pl,judge_flights

! How many moves does each side have?
        push    @r15,r0
        calr    list_size
        push    @r15,r1
        exb     rh7,rl7
        push    @r15,UNDO_EP(r11)
        clr     UNDO_EP(r11)
        calr    list_size
        pop     UNDO_EP(r11),@r15
        exb     rh7,rl7
        pop     r0,@r15
        sub     r1,r0
        exts    rr0
        div     rr0,#MOVE_SIZE/MOBILITY
        .if     MOVE_SIZE/MOBILITY*MOBILITY <> MOVE_SIZE
        .error  "the sizes of lists are divided by a whole number"
        .endif
        pop     r0,@r15
        add     r0,r1
        ret

! The king that is to move is alone.  If it is not hunted: is the other king
! opposite, with a square between them?
judge_flights:
        ld      r9,r0
        test    hunted_rank
        jr      pl,1f
        ldk     r2,#0
        ldb     rl2,rh7
        calr    locate
        ld      r0,r4
        ld      r1,r5
        ldb     rl2,rl7
        calr    locate
        calr    walk
        add     r1,r0
        cp      r1,#2
        jr      ne,1f
        bit     r0,#0                   ! one step along each is not a line
        jr      nz,1f
        add     r9,#OPPOSITION

! How many moves does it have?
1:      push    @r15,r12
        push    @r15,r9
        ld      r8,r12
        call    listmoves
        jr      3f
2:      ldm     r3,@r8,#3
        inc     r8,#MOVE_SIZE
        call    legal
        jr      z,3f
        dec     @r15,#HUNTED_FLIGHT
3:      cp      r8,r12
        jr      ult,2b
        pop     r0,@r15
        pop     r12,@r15
        ret

! list_size - how long is the list of a side's moves?
! in     R7, R11, R12, `ply`
! out    R1 bytes
! uses   R0, R2-R6, R13
! clocks mean 5,680
list_size:
        push    @r15,r12
        call    listmoves
        ld      r1,r12
        pop     r12,@r15
        sub     r1,r12
        ret

! view - see the board from a side's point of view.
! in     R2 the side's colour
! out    R8, R9, R13
! uses   nothing else
! clocks 33, +20 [black]
view:
        ld      r8,#pawn_files+1
        ld      r9,#pawn_files+1+PAWN_FILES
        ldk     r13,#0
        bit     r2,#WHITE_BIT
        ret     nz
        ex      r8,r9                   ! [black]
        ld      r13,#0x70
        ret

! locate - where is a piece?
! in     R2, R13
! out    R3, R4, R5
! uses   nothing else
! clocks 69
locate:
        ld      r3,square(r2)
        sub     r3,#A1
        xor     r3,r13
        ld      r4,r3
        srl     r4,#4
        ld      r5,r3
        and     r5,#7
        ret

! note_pawns - record the ranks on which a side has pawns.
! in     R2 the side's colour, R8, R13
! out    `pawn_files`
! uses   R0-R5
! clocks mean 1,150
note_pawns:
        jr      2f
1:      ld      r0,value(r2)
        cp      r0,#PAWN
        jr      ne,2f
        calr    locate
        add     r5,r8
        ldb     rl0,@r5
        setb    rl0,r4
        ldb     @r5,rl0
2:      ld      r2,next(r2)
        or      r2,r2
        jr      nz,1b
        ret

! judge_side - score of one side.
! in     R7 the other side's colour in the high byte, its own in the low one
! out    R6
! uses   R0-R5, R8, R9, R13
! clocks mean 5,520
judge_side:
        ldk     r2,#0
        ldb     rl2,rl7
        calr    view
        ld      r3,r2
        calr    force
        ldb     rl2,rh7                 ! is the other king alone?
        calr    locate
        test    next(r2)
        jr      z,1f
        ld      r4,#-1
1:      ld      lone_rank,r4
        ld      lone_file,r5
        cp      r0,#MATING_FORCE        ! and is the force enough to mate it?
        jr      ge,2f
        ld      r4,#-1
2:      ld      hunted_rank,r4
        ldb     rl2,rl7
        ldk     r6,#0
judge_piece:
        calr    locate
        ld      r1,kind(r2)
        ld      r1,judge_routes(r1)
        jp      @r1
judge_next:
        ld      r2,next(r2)
        or      r2,r2
        jr      nz,judge_piece
        ret

! A pawn.
judge_pawn:
        ld      r3,r4                   ! the centre
        dec     r3,#1
        cp      r3,#3
        jr      le,1f
        ldk     r3,#3
1:      ldb     rl1,pawn_weights(r5)
        extsb   r1
        mult    rr0,r3
        add     r6,r1
        add     r5,r8
        ldb     rl0,@r5                 ! another one on the file
        resb    rl0,r4
        testb   rl0
        jr      z,2f
        add     r6,#PAWN_DOUBLED
2:      ldb     rl0,-1(r5)              ! none beside it
        orb     rl0,1(r5)
        jr      nz,3f
        add     r6,#PAWN_ISOLATED
3:      sub     r5,r8                   ! enemy pawns that could stop it are, from their
        add     r5,r9                   ! side, on ranks below 7 less its rank
        ldb     rl0,@r5
        orb     rl0,-1(r5)
        orb     rl0,1(r5)
        ld      r1,r4
        inc     r1,#1
4:      sllb    rl0,#1
        djnz    r1,4b
        testb   rl0
        jr      nz,judge_next
        ld      r1,r4
        mult    rr0,r4
        sll     r1,#2
        .if     PAWN_PASSED <> 4
        .error  "a passed pawn's score is shifted, not multiplied"
        .endif
        add     r6,r1
        test    lone_rank               ! against a lone king its own king goes with it
        jp      mi,judge_next
        test    hunted_rank
        jp      pl,judge_next
        ld      r0,r4
        inc     r0,#1
        ld      r1,r5
        sub     r1,r9
        push    @r15,r2
        ldk     r2,#0
        ldb     rl2,rl7
        calr    locate
        pop     r2,@r15
        calr    walk
        add     r1,r0
        mult    rr0,#PAWN_ESCORT
        sub     r6,r1
        jp      judge_next

! walk - how far is it from one square to another?
! in     R0, R1 rank and file of one, R4, R5 of the other
! out    R0 ranks, R1 files between them
! uses   nothing else
! clocks mean 27
walk:
        sub     r0,r4
        jr      pl,1f
        neg     r0
1:      sub     r1,r5
        ret     pl
        neg     r1
        ret

! Pieces that are better near the centre.
judge_knight:
        calr    central
        mult    rr0,#KNIGHT_CENTRE
        jr      1f
judge_bishop:
        calr    central
        mult    rr0,#BISHOP_CENTRE
1:      add     r6,r1
        or      r4,r4
        jr      nz,judge_next
        add     r6,#UNDEVELOPED
        jr      judge_next
judge_queen:
        ld      r1,hunted_rank
        or      r1,r1
        jr      pl,judge_room
        calr    central
        mult    rr0,#QUEEN_CENTRE
        add     r6,r1
        jr      judge_next

! A hunting queen or rook: how much room does it leave, the rectangle between its
! rank and its file?
judge_room:
        ld      r0,r4
        calr    beside
        ld      r3,r0
        ld      r1,lone_file
        ld      r0,r5
        calr    beside
        ld      r1,r0
        mult    rr0,r3
        neg     r1
        add     r1,#USUAL_ROOM
        mult    rr0,#HUNTED_ROOM
        add     r6,r1
        jr      judge_next

! beside - how many ranks, or files, does a piece leave a king on the king's side of it?
! in     R0 the piece's, R1 the king's, 0 to 7
! out    R0 0 to 8
! uses   nothing else
! clocks mean 33
beside:
        cp      r1,r0
        ret     lt
        jr      eq,1f
        xor     r0,#7
        ret
1:      ldk     r0,#8
        ret

! central - how near is the centre?
! in     R4, R5
! out    R1 from -3 in a corner to 3 in the centre
! uses   R0
! clocks 48
central:
        ldb     rl1,centre(r4)
        addb    rl1,centre(r5)
        subb    rl1,#CENTRE_MEAN
        extsb   r1
        ret

! A rook.
judge_rook:
        ld      r1,hunted_rank
        or      r1,r1
        jr      pl,judge_room
        cp      r4,#6
        jr      ne,1f
        add     r6,#ROOK_SEVENTH
1:      ld      r1,r5
        add     r1,r8
        testb   @r1
        jp      nz,judge_next
        add     r5,r9
        testb   @r5
        jr      nz,2f
        add     r6,#ROOK_OPEN-ROOK_HALF_OPEN
2:      add     r6,#ROOK_HALF_OPEN
        jp      judge_next

! The king.
judge_king:
        ld      r1,hunted_rank
        or      r1,r1
        jr      pl,judge_hunter
        ldk     r3,#0
        ldb     rl3,rh7
        calr    force
        cp      r0,#MANY_PIECES
        jr      lt,judge_late_king
        ld      r1,r4
        mult    rr0,#KING_WALK
        add     r6,r1
        ldb     rl1,centre(r5)
        extsb   r1
        mult    rr0,#KING_FILE
        add     r6,r1
        add     r5,r8                   ! pawns in front of it
        dec     r5,#1
        ldk     r1,#3
        ldk     r0,#0
1:      ldb     rl0,@r5
        inc     r5,#1
        ld      r3,r4
        inc     r3,#1
        bit     r0,r3
        jr      z,2f
        add     r6,#KING_SHELTER
2:      inc     r3,#1
        bit     r0,r3
        jr      z,3f
        add     r6,#KING_FAR_SHELTER
3:      djnz    r1,1b
        jp      judge_next
judge_late_king:
        calr    central
        mult    rr0,#KING_CENTRE
        add     r6,r1
        jp      judge_next

! A king that hunts the other one: the nearer the better.
judge_hunter:
        ld      r0,r1
        ld      r1,lone_file
        calr    walk
        ld      r3,r0                   ! a king walks the larger one
        cp      r3,r1
        jr      ge,1f
        ld      r3,r1
1:      add     r1,r0
        add     r1,r3
        neg     r1
        add     r1,#USUAL_STEPS
        mult    rr0,#HUNTED_STEP
        add     r6,r1
        jp      judge_next

! force - what are a side's pieces worth, without its pawns?
! in     R3 its colour
! out    R0 pawns
! uses   R1, R3
! clocks mean 560
force:
        ldk     r0,#0
        jr      2f
1:      ld      r1,value(r3)
        cp      r1,#PAWN
        jr      eq,2f
        add     r0,r1
2:      ld      r3,next(r3)
        or      r3,r3
        jr      nz,1b
        ret

        .data
judge_routes:   .word   judge_pawn, judge_knight, judge_bishop
                .word   judge_rook, judge_queen, judge_king
                .word   judge_pawn, judge_knight, judge_bishop
                .word   judge_rook, judge_queen, judge_king
centre:         .byte   0, 1, 2, 3, 3, 2, 1, 0
pawn_weights:   .byte   0, 0, PAWN_CENTRE, 2*PAWN_CENTRE
                .byte   2*PAWN_CENTRE, PAWN_CENTRE, 0, 0
        .text
