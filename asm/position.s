! position.s - set up a position from a command line.
!
! The first four fields of FEN: placement, side to play, castling, en passant.  C set: R1 is a complaint.

        .data
! A piece's letter at its kind's number.
letters:        .ascii  "PNBRQKpnbrqk"
                .byte   0
                .even
! The order of a side's pieces: king, queens, rooks, bishops, knights, pawns;
! the king is always first in the list, although his moves may come last.
        .if     LIST_ORDER == PAWNS_FIRST
white_order:    .byte   WHITE_KING, WHITE_PAWN, WHITE_KNIGHT
                .byte   WHITE_BISHOP, WHITE_ROOK, WHITE_QUEEN
black_order:    .byte   BLACK_KING, BLACK_PAWN, BLACK_KNIGHT
                .byte   BLACK_BISHOP, BLACK_ROOK, BLACK_QUEEN
        .else
white_order:    .byte   WHITE_KING, WHITE_QUEEN, WHITE_ROOK
                .byte   WHITE_BISHOP, WHITE_KNIGHT, WHITE_PAWN
black_order:    .byte   BLACK_KING, BLACK_QUEEN, BLACK_ROOK
                .byte   BLACK_BISHOP, BLACK_KNIGHT, BLACK_PAWN
        .endif

        .text

! set_position - read a position from the command line.
! in     R9 the text
! out    `placed` and `material`, the root's record; C set: R1 is a complaint
! uses   all registers but R15
! clocks mean 85,400
set_position:
        clr     placed
        calr    clear_board
        calr    read_board
        ret     c
        calr    number_pieces
        ret     c
        calr    read_side
        ret     c
        calr    read_castling
        ret     c
        calr    read_ep
        ret     c
        call    exposed                 ! is the side in check that is not to play?
        ld      r1,#bad_check
        jr      nz,bad
        ld      material,r10
        ld      placed,r7
        calr    root_key
        .if     SIMPLE
        jp      forget
        .else
        resflg  c
        ret
        .endif

! bad - return with a complaint in R1.
! out    C set
bad:    setflg  c                       ! [refused]
        ret

! clear_board - set up the border, and empty the squares inside it.
! out    `board`
! uses   R1, R2
! clocks 7,128
clear_board:
        ld      r1,#BOARD_SIZE-1
1:      ldb     board(r1),#BORDER
        dec     r1,#1
        jr      pl,1b
        ld      r1,#A1
2:      ldk     r2,#8
3:      clrb    board(r1)
        inc     r1,#1
        djnz    r2,3b
        inc     r1,#8
        cp      r1,#H8
        jr      lt,2b
        ret

! read_board - read the placement; a square gets the kind of its piece plus 2.
! in     R9 text
! out    R9 after the field; C
! uses   R0-R4
! clocks mean 8,620
read_board:
        ld      r4,#H8-7                ! a8, then along the rank
1:      clr     r2                      ! files of this rank
2:      ldb     rl0,@r9
        inc     r9,#1
        cpb     rl0,#'1'
        jr      ult,6f
        cpb     rl0,#'8'
        jr      ugt,3f
        subb    rl0,#'0'
        clr     r1
        ldb     rl1,rl0
        add     r2,r1
        jr      4f
3:      clr     r3                      ! which letter?
5:      testb   letters(r3)
        jr      z,6f
        cpb     rl0,letters(r3)
        jr      eq,7f
        inc     r3,#1
        jr      5b
7:      cp      r2,#8
        jr      uge,6f
        ld      r1,r4
        add     r1,r2
        add     r3,r3
        inc     r3,#2
        ldb     board(r1),rl3
        inc     r2,#1
4:      cp      r2,#8
        jr      ult,2b
        jr      ugt,6f
        ldb     rl0,@r9
        inc     r9,#1
        sub     r4,#0x10
        cp      r4,#A1
        jr      ult,8f
        cpb     rl0,#'/'
        jr      eq,1b
6:      ld      r1,#bad_board
        jr      bad
8:      cpb     rl0,#' '
        jr      ne,6b
        resflg  c
        ret

! number_pieces - give every piece its code and link the lists.
! out    R10 material from white's point of view; C
! uses   R0-R6, R8
! clocks mean 66,100
number_pieces:
        clr     r10
        ld      r6,#black_order
        ld      r5,#BLACK
        calr    number_side
        ret     c
        neg     r10
        ld      r6,#white_order
        ld      r5,#WHITE
        .if     LIST_ORDER > REVERSED
        calr    number_side
        ret     c
        calr    shuffle_pieces
        resflg  c
        ret
        .endif

! number_side - give every piece of one side its code, and link the side's list.
! in     R5 the colour, R6 the order of its kinds
! out    R10 raised by the side's material; C
! uses   R0-R6, R8
! clocks mean 33,000
number_side:
        ld      r8,r5                   ! the king's code
        ldk     r4,#6
1:      clr     r1
        ldb     rl1,@r6                 ! the kind
        inc     r6,#1
        ld      r3,#A1
2:      ldb     rl0,@r3
        subb    rl0,#2
        cpb     rl0,rl1
        jr      ne,3f
        calr    number_piece
        ret     c
        inc     r5,#CODE_STEP
3:      inc     r3,#1
        cp      r3,#H8
        jr      le,2b
        cp      r4,#6                   ! one king, no more and no less?
        jr      ne,4f
        ld      r0,r5
        sub     r0,r8
        cp      r0,#CODE_STEP
        ld      r1,#bad_kings
        jr      ne,bad
4:      djnz    r4,1b
        dec     r5,#CODE_STEP
        clr     next(r5)                ! the last piece
        resflg  c
        ret

        .if     LIST_ORDER > REVERSED
! shuffle_pieces - link the pieces of both sides, after their kings, in random order.
! uses   R0-R6, R8
! clocks mean 11,500
shuffle_pieces:
        ldl     rr2,#LIST_ORDER         ! the generator is that of tables.s
        ld      r5,#BLACK
        calr    shuffle_side
        ld      r5,#WHITE

! shuffle_side - link the pieces of one side, after its king, in random order.
! in     R5 its king's code, RR2 the generator's state
! out    RR2
! uses   R0, R1, R4, R6, R8
! clocks mean 5,750
shuffle_side:
        ld      r4,next(r5)
        clr     r6                      ! twice their number
        jr      2f
1:      ld      lists(r6),r4            ! nothing else is in the lists of moves now
        inc     r6,#2
        ld      r4,next(r4)
2:      or      r4,r4
        jr      nz,1b
        ld      r8,r6
3:      dec     r8,#2                   ! exchange each, from the last, with one before it or itself
        jr      le,4f
        multl   rq0,#KEY_MULTIPLIER
        addl    rr2,#KEY_INCREMENT
        ld      r1,r2
        clr     r0
        ld      r4,r8
        srl     r4,#1
        inc     r4,#1
        div     rr0,r4
        ld      r4,r0
        add     r4,r4
        ld      r1,lists(r8)
        ld      r0,lists(r4)
        ld      lists(r8),r0
        ld      lists(r4),r1
        jr      3b
4:      ld      r1,r5
        clr     r8
        jr      6f
5:      ld      r4,lists(r8)
        inc     r8,#2
        ld      next(r1),r4
        ld      prev(r4),r1
        ld      r1,r4
6:      cp      r8,r6
        jr      ult,5b
        clr     next(r1)
        ret
        .endif

! number_piece - number one piece.
! in     R1 kind, R3 square, R5 code, R8 code of the side's king
! out    R10 raised by its value; C
! uses   R0, R2
! clocks 274, +26 [pawn]
number_piece:
        ld      r0,r5
        sub     r0,r8
        cp      r0,#CODE_STEP*MAX_PIECES
        jr      uge,2f
        ldb     @r3,rl5
        ld      square(r5),r3
        ld      r2,r5
        push    @r15,r5
        push    @r15,r6
        ld      r6,r1
        call    become
        pop     r6,@r15
        pop     r5,@r15
        ld      r0,value(r5)
        add     r10,r0
        dec     r2,#CODE_STEP
        ld      prev(r5),r2
        ld      next(r2),r5
        cp      r0,#PAWN
        jr      ne,1f
        cp      r3,#A1+0x10             ! [pawn] no pawns on the first and the last rank
        jr      lt,2f
        cp      r3,#A1+0x70
        jr      ge,2f
1:      resflg  c
        ret
2:      ld      r1,#bad_board
        jp      bad

! read_side - read who is to play.
! in     R9 text, R10 material from white's point of view
! out    R9 after the field, R7 colours, R10 material of the side to play; C
! uses   R0, R1
! clocks 80, +34 [black]
read_side:
        ld      r7,#256*WHITE+BLACK
        ldb     rl0,@r9
        inc     r9,#1
        cpb     rl0,#'w'
        jr      eq,1f
        cpb     rl0,#'b'                ! [black]
        ld      r1,#bad_side
        jp      ne,bad
        exb     rh7,rl7
        neg     r10
1:      ld      r1,#bad_side

! end_field - the field must end here.
! in     R1 complaint otherwise
! out    R9 after the space; C
! uses   R0
! clocks 42
end_field:
        ldb     rl0,@r9
        inc     r9,#1
        cpb     rl0,#' '
        jp      ne,bad
        resflg  c
        ret

! read_castling - read the castling rights.
! in     R9 text
! out    R9 after the field, the root's PLY_RIGHTS; C
! uses   R0-R4
! clocks mean 188
read_castling:
        clr     r4
        cpb     @r9,#'-'
        jr      ne,1f
        inc     r9,#1
        jr      4f
1:      ldb     rl0,@r9
        clr     r3
2:      cpb     rl0,right_letters(r3)
        jr      eq,3f
        inc     r3,#1
        cp      r3,#4
        jr      lt,2b
        jr      4f                      ! no letter: the field ends, and it must not be empty
3:      inc     r9,#1
        set     r4,r3
        add     r3,r3
        ld      r1,right_kings(r3)      ! are king and rook at home?
        ld      r2,right_rooks(r3)
        ldb     rl0,rh1
        calr    holds
        jr      nz,5f
        ld      r1,r2
        ldb     rl0,rh1
        calr    holds
        jr      nz,5f
        jr      1b
4:      ld      path+PLY_RIGHTS,r4
        cpb     -1(r9),#' '
        ld      r1,#bad_castling
        jr      ne,end_field
5:      ld      r1,#bad_castling
        jp      bad

! holds - does a square contain a piece of a kind?
! in     RL0 kind, RL1 square
! out    Z set: it does
! uses   R1
! clocks mean 48
holds:
        clrb    rh1
        ldb     rl1,@r1
        cp      r1,#WHITE
        ret     ult                     ! empty, and then Z is clear
        cpb     rl0,kind+1(r1)
        ret

        .data
right_letters:  .ascii  "KQkq"
right_kings:    .byte   WHITE_KING, A1+0x04, WHITE_KING, A1+0x04
                .byte   BLACK_KING, A1+0x74, BLACK_KING, A1+0x74
right_rooks:    .byte   WHITE_ROOK, A1+0x07, WHITE_ROOK, A1+0x00
                .byte   BLACK_ROOK, A1+0x77, BLACK_ROOK, A1+0x70
        .text

! read_ep - read the square that a double step has just passed.
! in     R9 text, R7
! out    `ep`; C
! uses   R0-R4, R9
! clocks mean 66
read_ep:
        clr     ep
        ldb     rl0,@r9
        inc     r9,#1
        cpb     rl0,#'-'
        jr      eq,2f
        subb    rl0,#'a'
        cpb     rl0,#8
        jr      uge,3f
        clr     r3
        ldb     rl3,rl0
        ldb     rl0,@r9
        inc     r9,#1
        ld      r2,#-0x10               ! from the square passed to the pawn: white's move
        add     r3,#A1+0x50
        cpb     rl0,#'6'
        ldb     rl0,#BLACK_PAWN
        jr      eq,1f
        cpb     -1(r9),#'3'
        jr      ne,3f
        ldb     rl0,#WHITE_PAWN
        ld      r2,#0x10
        sub     r3,#0x30
1:      ld      r4,r3                   ! the square passed and the previous one are empty,
        testb   @r4
        jr      nz,3f
        sub     r4,r2
        testb   @r4
        jr      nz,3f
        ld      r1,r3                   ! and beyond them is the enemy's pawn
        add     r1,r2
        calr    holds
        jr      nz,3f
        add     r2,r3
        ldb     rl0,@r2
        andb    rl0,rl7
        jr      z,3f
        ld      ep,r3
2:      testb   @r9                     ! the line ends here
        jr      z,4f
        cpb     @r9,#' '
        jr      eq,4f
3:      ld      r1,#bad_ep
        jp      bad
4:      resflg  c
        ret

! root_key - the key of the position that was set.
! in     R7, `ep`, the root's PLY_RIGHTS
! out    the root's PLY_KEY
! uses   R0-R2, R5, R6, R13
! clocks mean 2,300
root_key:
        clr     r0
        clr     r1
        ld      r5,#WHITE
        calr    toggle_side
        ld      r5,#BLACK
        calr    toggle_side
        ld      r2,path+PLY_RIGHTS
        call    toggle_rights
        ld      r2,ep
        test    r2
        jr      z,1f
        call    toggle_ep
1:      bitb    rh7,#WHITE_BIT
        jr      nz,2f
        xor     r0,black_key
        xor     r1,black_key+2
2:      ld      path+PLY_KEY,r0
        ld      path+PLY_KEY+2,r1
        ret

! toggle_side - add all pieces of a side to the key.
! in     R0, R1 key, R5 code of its king
! out    R0, R1
! uses   R2, R5, R6, R13
! clocks 10, +103 [piece]
toggle_side:
        ld      r6,kind(r5)             ! [piece]
        ld      r13,square(r5)
        call    toggle_piece
        ld      r5,next(r5)
        test    r5
        jr      nz,toggle_side
        ret

        .if     SIMPLE
! forget - clear the table of best moves.
! out    C clear
! uses   R1-R3
! clocks 147,504
forget:
        ld      r1,#memory
        clr     @r1
        ld      r2,#memory+2
        ld      r3,#TABLE_ENTRIES*TABLE_ENTRY_SIZE/2-1
        ldir    @r2,@r1,r3
        resflg  c
        ret
        .endif

        .data
bad_board:      .asciz  "board"
bad_kings:      .asciz  "kings"
bad_side:       .asciz  "side"
bad_castling:   .asciz  "castling"
bad_ep:         .asciz  "ep"
bad_check:      .asciz  "check"
        .even
        .text
