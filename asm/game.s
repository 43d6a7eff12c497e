! game.s - a game: moves that are made permanently, taken back and listed.
!
! Between two searches the position is on `game_board`, by kinds, with its
! castling rights and key in the root's record.  After each move the pieces are
! renumbered, so that a position of a game is searched like the same position
! set up directly.

        .text

! m MOVE
move_command:
        call    need_position
        calr    find_move
        ld      r1,#bad_move
        jp      c,complain
        calr    game_move
        calr    outcome
        jp      answer

! u
take_back_command:
        call    need_position
        test    played
        ld      r1,#bad_game
        jp      z,complain
        calr    take_back
        ld      r1,#ok
        jp      answer

! l
list_command:
        call    need_position
        call    to_root
        ld      r8,r12
        call    listmoves
        jp      print_legal

! find_move - find a legal move by its notation.
! in     R9 text; a position is set
! out    R3 from, R4 to, R5 special; C set: there is no such move
! uses   R0-R2, R6-R14
! clocks mean 5,240
find_move:
        calr    read_square
        ret     c
        push    @r15,r1
        calr    read_square
        pop     r14,@r15                ! R14 from, R13 to
        ret     c
        testb   @r9                     ! a letter for a promotion, and the end
        jr      z,1f
        testb   1(r9)
        jp      nz,bad
1:      push    @r15,r1
        call    to_root
        ld      r8,r12
        call    listmoves
        pop     r13,@r15
        jr      5f
2:      ldm     r3,@r8,#3
        inc     r8,#MOVE_SIZE
        cp      r3,r14
        jr      ne,5f
        cp      r4,r13
        jr      ne,5f
        ldk     r0,#0                   ! the letter of what it becomes
        ld      r1,r5
        sub     r1,#PROMOTION
        jr      lt,3f
        srl     r1,#1
        ldb     rl0,letters(r1)
        orb     rl0,#0x20
3:      cpb     rl0,@r9
        jr      ne,5f
        calr    legal
        jr      z,5f
        ldm     r3,-MOVE_SIZE(r8),#3
        resflg  c
        ret
5:      cp      r8,r12
        jr      ult,2b
        jp      bad

! read_square - read the name of a square.
! in     R9 text
! out    R1 the square, R9 after it; C set: there is none
! uses   R0
! clocks 127, unless [refused]
read_square:
        ldb     rl0,@r9
        subb    rl0,#'a'
        cpb     rl0,#8
        jp      uge,bad
        inc     r9,#1
        ldb     rh0,@r9
        subb    rh0,#'1'
        cpb     rh0,#8
        jp      uge,bad
        inc     r9,#1
        clr     r1
        ldb     rl1,rh0
        sllb    rl1,#4
        orb     rl1,rl0
        add     r1,#A1
        resflg  c
        ret

! legal - is a listed move legal?
! in     R3 from, R4 to, R5 special; R7, R11
! out    Z clear: it is
! uses   R0-R6
! clocks mean 832
legal:
        call    make
        call    exposed
        ldk     r0,#0
        tcc     z,r0
        call    unmake
        or      r0,r0
        ret

! has_move - has the side to play a legal move?
! in     R7, R11, R12, `ply`
! out    Z clear: it has
! uses   R0-R6, R8, R13
! clocks mean 5,370
has_move:
        push    @r15,r12
        ld      r8,r12
        call    listmoves
        jr      2f
1:      ldm     r3,@r8,#3
        inc     r8,#MOVE_SIZE
        calr    legal
        jr      nz,3f
2:      cp      r8,r12
        jr      ult,1b
        setflg  z
3:      pop     r12,@r15
        ret

! outcome - what is the state of the game?
! out    R1 `ok`, or how it has ended
! uses   R0, R2-R14
! clocks mean 4,560
outcome:
        call    to_root
        calr    has_move
        jr      nz,1f
        call    in_check
        ld      r1,#stalemate
        ret     z
        ld      r1,#checkmate
        ret
1:      ldl     rr2,path+PLY_KEY
        calr    stood
        cp      r0,#2
        ld      r1,#repetition
        ret     ge
        cp      fifty,#FIFTY_MOVES
        ld      r1,#fifty_moves
        ret     ge
        ld      r1,#ok
        ret

! stood - how often has a position been on the board before?
! in     RR2 its key
! out    R0 how often since the last capture or pawn move
! uses   R1, R4
! clocks mean 184
stood:
        ldk     r0,#0
        ld      r1,played
        ld      r4,fifty
        jr      3f
1:      sub     r1,#RECORD_SIZE
        cpl     rr2,records+RECORD_KEY(r1)
        jr      ne,2f
        inc     r0,#1
2:      dec     r4,#1
3:      or      r1,r1
        ret     z
        or      r4,r4
        jr      nz,1b
        ret

! begin_game - begin a game with the position on the board.
! in     R9 after the fields of the position: optionally a space and `fifty`
! out    the game's variables
! uses   R0-R5, R9
! clocks mean 6,350
begin_game:
        ld      r1,#H8-A1
1:      ldk     r2,#0
        ldb     rl2,board+A1(r1)
        cp      r2,#WHITE
        jr      ult,2f
        ldb     rl2,kind+1(r2)
        incb    rl2,#2
2:      ldb     game_board(r1),rl2
        dec     r1,#1
        jr      pl,1b
        ld      r2,ep
        ld      game_ep,r2
        clr     played
        clr     fifty
        testb   @r9
        ret     z
        inc     r9,#1
        call    number
        ret     c
        or      r2,r2
        jr      nz,3f
        cp      r3,#FIFTY_MOVES
        jr      ule,4f
3:      ld      r3,#FIFTY_MOVES         ! more make no difference
4:      ld      fifty,r3
        ret

! game_move - make a legal move permanently.
! in     R3 from, R4 to, R5 special
! out    the position, and one more record
! uses   R0-R14
! clocks mean 68,700
game_move:
        cp      played,#GAME_PLIES*RECORD_SIZE
        jr      lt,1f
        ld      r1,#records             ! the oldest is forgotten
        ld      r2,#records+RECORD_SIZE
        ld      r6,#(GAME_PLIES-1)*RECORD_SIZE/2
        ldir    @r1,@r2,r6
        dec     played,#RECORD_SIZE
1:      ld      r8,played
        add     r8,#records
        inc     played,#RECORD_SIZE
        ldl     rr0,path+PLY_KEY
        ldl     @r8,rr0
        ldb     RECORD_FROM(r8),rl3
        ldb     RECORD_TO(r8),rl4
        ldb     RECORD_SPECIAL(r8),rl5
        calr    victim
        ldb     rh0,game_board-A1(r6)
        ldb     RECORD_CAPTURED(r8),rh0
        ld      r2,path+PLY_RIGHTS
        ldb     RECORD_RIGHTS(r8),rl2
        ld      r1,game_ep
        ldb     RECORD_EP(r8),rl1
        ld      r1,fifty
        ld      RECORD_FIFTY(r8),r1
        give_up_rights
        ld      path+PLY_RIGHTS,r2

        ldb     rl0,game_board-A1(r3)   ! what moves
        inc     fifty,#1
        testb   rh0
        jr      nz,2f
        cpb     rl0,#WHITE_PAWN+2
        jr      eq,2f
        cpb     rl0,#BLACK_PAWN+2
        jr      ne,3f
2:      clr     fifty
3:      clrb    game_board-A1(r6)
        clrb    game_board-A1(r3)
        clr     game_ep
        cp      r5,#PROMOTION
        jr      lt,4f
        ldb     rl0,rl5
        subb    rl0,#PROMOTION-2
4:      ldb     game_board-A1(r4),rl0
        cp      r5,#DOUBLE_STEP
        jr      ne,5f
        add     r3,r4
        srl     r3,#1
        ld      game_ep,r3
5:      cp      r5,#CASTLING
        jr      ne,turn_over
        call    castling_rook
game_rook:
        ldb     rl0,game_board-A1(r5)
        clrb    game_board-A1(r5)
        ldb     game_board-A1(r6),rl0
turn_over:
        ld      r7,placed
        exb     rh7,rl7
        ld      placed,r7

! restore - set up the position of the game on the board.
! in     `game_board`, `placed`, `game_ep`, the root's PLY_RIGHTS
! out    the board, the pieces, `ep`, `material`, the root's key
! uses   R0-R8, R10, R13
! clocks mean 68,500
restore:
        ld      r1,#game_board
        ld      r2,#board+A1
        ld      r3,#(H8-A1+1)/2
        ldir    @r2,@r1,r3
        ld      r1,game_ep
        ld      ep,r1
        clr     promoted
        call    number_pieces
        ld      r7,placed
        bitb    rh7,#WHITE_BIT
        jr      nz,1f
        neg     r10
1:      ld      material,r10
        jp      root_key

! take_back - take the last move of the game back.
! in     `played`, not 0
! out    the position, and one record less
! uses   R0-R14
! clocks mean 71,300
take_back:
        dec     played,#RECORD_SIZE
        ld      r8,played
        add     r8,#records
        ldk     r3,#0
        ldk     r4,#0
        ldk     r5,#0
        ldb     rl3,RECORD_FROM(r8)
        ldb     rl4,RECORD_TO(r8)
        ldb     rl5,RECORD_SPECIAL(r8)
        ldk     r2,#0
        ldb     rl2,RECORD_RIGHTS(r8)
        ld      path+PLY_RIGHTS,r2
        ldb     rl2,RECORD_EP(r8)
        ld      game_ep,r2
        ld      r2,RECORD_FIFTY(r8)
        ld      fifty,r2
        ldb     rl0,game_board-A1(r4)
        cp      r5,#PROMOTION
        jr      lt,2f
        cpb     rl0,#BLACK_PAWN+2       ! a pawn again
        ldb     rl0,#WHITE_PAWN+2
        jr      ult,2f
        ldb     rl0,#BLACK_PAWN+2
2:      ldb     game_board-A1(r3),rl0
        clrb    game_board-A1(r4)
        calr    victim
        ldb     rl0,RECORD_CAPTURED(r8)
        ldb     game_board-A1(r6),rl0
        cp      r5,#CASTLING
        jr      ne,turn_over
        call    castling_rook
        ex      r5,r6
        jr      game_rook

! victim - the square on which a move captures, if it does.
! in     R3 from, R4 to, R5 special
! out    R6 the square
! uses   nothing else
! clocks 20, +52 [en passant]
victim:
        ld      r6,r4
        cp      r5,#EN_PASSANT
        ret     ne
        jp      ep_victim               ! [en passant]

        .data
bad_move:       .asciz  "move"
bad_game:       .asciz  "game"
checkmate:      .asciz  "mate"
stalemate:      .asciz  "stalemate"
repetition:     .asciz  "repetition"
fifty_moves:    .asciz  "fifty"
        .even
        .text
