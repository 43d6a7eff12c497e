! make.s - make a move on the board and take it back.
!
! These routines change the board, the piece lists, `ep` and the side to play.
! Material is left to the caller, who knows the gain.  Castling rights and
! position keys belong only to the second-order search; see path.s.

! give_up_rights - remove from the castling rights in RL2 those that a move gives
!                  up.
! in     R3 from, R4 to
        .macro  give_up_rights
        andb    rl2,rights_kept-A1(r3)
        andb    rl2,rights_kept-A1(r4)
        .endm

! unlink - take a captured piece from its list; its own links remain and show where it was.
! in     R1 its code
! uses   R5, R6
! clocks 44
        .macro  unlink
        ld      r5,next(r1)             ! [capture]
        ld      r6,prev(r1)
        ld      next(r6),r5
        ld      prev(r5),r6
        .endm

! relink - put a captured piece back into its list.
! in     R1 its code
! uses   R5, R6
! clocks 44
        .macro  relink
        ld      r5,next(r1)             ! [capture]
        ld      r6,prev(r1)
        ld      next(r6),r1
        ld      prev(r5),r1
        .endm

! make_capture - what `make` does with a capture that has no other effects.
! in     R3 from, R4 to, R5 0; R7, R11
! out    as make
! uses   R1, R2, R5, R6
! clocks 140
        .macro  make_capture
        ldk     r1,#0
        ldk     r2,#0
        ldb     rl1,@r4
        ldb     rl2,@r3
        ldk     r6,#0
        dec     r11,#UNDO_SIZE
        ldm     @r11,r1,#UNDO_SIZE/2
        clrb    @r3
        ldb     @r4,rl2
        ld      square(r2),r4
        unlink
        exb     rh7,rl7
        .endm

! unmake_capture - take back a capture that has no other effects.
! in     R7, R11
! out    as unmake
! uses   R1-R6; keeps R0
! clocks 105
        .macro  unmake_capture
        exb     rh7,rl7
        ldm     r1,@r11,#4
        inc     r11,#UNDO_SIZE
        ldb     @r3,rl2
        ldb     @r4,rl1
        ld      square(r2),r3
        relink
        .endm

        .text

! make - make the move in R3-R5 on the board.
! in     R3 from, R4 to, R5 special; R7, R11
! out    R7 with the colours exchanged, R11 lowered by one undo record
! uses   R1, R2, R5, R6
! clocks 126, +44 [capture], +42 [double step], +205 [promotion], +173 [castling], +105 [en passant]
make:
        ldk     r1,#0
        ldk     r2,#0
        ldb     rl1,@r4                 ! captured, or 0
        ldb     rl2,@r3                 ! mover
        ldk     r6,#0                   ! no double step
        or      r5,r5
        jr      nz,make_special
make_pieces:
        dec     r11,#UNDO_SIZE
        ldm     @r11,r1,#UNDO_SIZE/2
        clrb    @r3
        ldb     @r4,rl2
        ld      square(r2),r4
        or      r1,r1
        jr      z,1f
        unlink
1:      exb     rh7,rl7
        ret

make_special:
        cp      r5,#EN_PASSANT
        jr      ult,make_double
        jr      eq,make_ep
        cp      r5,#CASTLING
        jr      eq,make_castling
        ld      r6,r5                   ! [promotion] promotion: the pawn becomes another kind
        sub     r6,#PROMOTION
        push    @r15,r5
        call    become
        inc     promoted,#1
        pop     r5,@r15
        ldk     r6,#0
        jr      make_pieces
make_double:
        ld      r6,r3                   ! [double step]
        add     r6,r4
        srl     r6,#1
        jr      make_pieces
make_ep:
        call    ep_victim               ! [en passant]
        ldb     rl1,@r6
        clrb    @r6
        ldk     r6,#0
        jr      make_pieces
make_castling:
        push    @r15,r5                 ! [castling]
        call    castling_rook
        call    carry_rook
        pop     r5,@r15
        ldk     r1,#0
        ldk     r6,#0
        jr      make_pieces

! unmake - take back the last move made.
! in     R7, R11
! out    R7 with the colours exchanged, R11 raised by one undo record
! uses   R1-R6; keeps R0
! clocks 94, +44 [capture], +13 [special], +177 [promotion], +7 [black], +107 [castling], +88 [en passant]
unmake:
        exb     rh7,rl7
        ldm     r1,@r11,#5
        inc     r11,#UNDO_SIZE
        ldb     @r3,rl2
        ldb     @r4,rl1
        ld      square(r2),r3
        or      r5,r5
        jr      nz,unmake_special
unmake_lists:
        or      r1,r1
        jr      z,1f
        relink
1:      ret

unmake_special:
        cp      r5,#EN_PASSANT          ! [special]
        jr      ult,unmake_lists        ! a double step needs nothing more
        jr      eq,unmake_ep
        cp      r5,#CASTLING
        jr      eq,unmake_castling
        ld      r6,#WHITE_PAWN          ! [promotion] promotion: a pawn again
        bitb    rl2,#WHITE_BIT
        jr      nz,1f
        ld      r6,#BLACK_PAWN          ! [black]
1:      call    become
        dec     promoted,#1
        jr      unmake_lists
unmake_ep:
        clrb    @r4                     ! [en passant]
        call    ep_victim
        ldb     @r6,rl1
        jr      unmake_lists
unmake_castling:
        call    castling_rook           ! [castling]
        ex      r5,r6
        jr      carry_rook

! become - turn a piece into one of another kind.
! in     R2 its code, R6 the kind
! out    the piece's kind, value, mask and routes
! uses   R5
! clocks 110
become:
        ld      kind(r2),r6
        ld      r5,kind_value(r6)
        ld      value(r2),r5
        ld      r5,kind_mask(r6)
        ld      mask(r2),r5
        ld      r5,capture_routes(r6)
        ld      capture_route(r2),r5
        ld      r5,check_routes(r6)
        ld      check_route(r2),r5
        ret

! ep_victim - find the pawn that an en passant capture takes.
! in     R3 from, R4 to
! out    R6 its square: the rank of `from`, the file of `to`
! uses   nothing else
! clocks 48
ep_victim:
        ld      r6,r3
        and     r6,#0xf0
        push    @r15,r4
        and     r4,#0x0f
        or      r6,r4
        pop     r4,@r15
        ret

! castling_rook - find the rook that castles, and where it goes.
! in     R3, R4 the king's from and to
! out    R5 the rook's from, R6 its to
! uses   nothing else
! clocks 34
castling_rook:
        ld      r5,r4
        ld      r6,r4
        cp      r4,r3
        jr      lt,1f
        inc     r5,#1                   ! king's side: from h to f
        dec     r6,#1
        ret
1:      dec     r5,#2                   ! queen's side: from a to d
        inc     r6,#1
        ret

! carry_rook - move the rook that castles.
! in     R5 its from, R6 its to, an empty square
! uses   R1
! clocks 50
carry_rook:
        ldk     r1,#0
        ldb     rl1,@r5
        clrb    @r5
        ldb     @r6,rl1
        ld      square(r1),r6
        ret
