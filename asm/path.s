! path.s - the path of the second-order search: position keys, castling
!          rights and repetition.
!
! Each position on the path has a record; `ply` points to the last one.

! toggle_on - add a piece on a square to the key, or remove it.
! in     R0, R1 key, R13 where the kind's key for address 0 would be
! out    R0, R1
! uses   R2
! clocks 32
        .macro  toggle_on square
        ld      r2,\square
        add     r2,r2
        add     r2,r2
        add     r2,r13
        xor     r0,@r2
        xor     r1,2(r2)
        .endm

        .text

! play - make a move of the second-order search.
! in     R3 from, R4 to, R5 special; R7, R11, `ply`
! out    R7 with the colours exchanged, R11, `ply` advanced
! uses   R0-R2, R5, R6, R13, R14
! clocks mean 480
play:
        calr    next_key
        jp      make

! play_for_good - make a capture or a promotion in the second-order search.  No
!                 earlier position can recur after it, so the key is omitted,
!                 and only captures may follow.
! in     as play
! out    as play
! uses   R1, R2, R5, R6, R14
! clocks 226, +44 [capture], +205 [promotion], +105 [en passant]
play_for_good:
        ld      r14,ply
        ldm     PLY_MOVE(r14),r3,#3
        ld      r2,PLY_RIGHTS(r14)
        give_up_rights
        add     r14,#PLY_SIZE
        ld      PLY_RIGHTS(r14),r2
        ld      ply,r14
        jp      make

! takeback - take back the last move of the second-order search.
! in     R7, R11, `ply`
! out    R7 with the colours exchanged, R11, `ply` moved back
! uses   R1-R6; keeps R0
! clocks 128, +44 [capture], +13 [special], +177 [promotion], +7 [black], +107 [castling], +88 [en passant]
takeback:
        ld      r1,ply
        sub     r1,#PLY_SIZE
        ld      ply,r1
        jp      unmake

! repeated - has the position occurred on the path before?
! "if( position_is_repetition() ) return(0); // draw"
! in     `ply`
! out    Z set: it did
! uses   R1-R3
! clocks 57, +40 [earlier], -27 [found]
repeated:
        ld      r1,ply
        ldl     rr2,@r1
1:      sub     r1,#2*PLY_SIZE
        cp      r1,#path
        jr      ult,2f
        cpl     rr2,@r1                 ! [earlier]
        jr      ne,1b
        ret                             ! [found]
2:      resflg  z
        ret

! next_key - write the record of the position after a move.
! in     R3 from, R4 to, R5 special; R7; the move is not made yet
! out    `ply` the new record; R3-R5 kept
! uses   R0-R2, R6, R13, R14
! clocks mean 326
next_key:
        ld      r14,ply
        ldm     PLY_MOVE(r14),r3,#3
        ldm     r0,@r14,#3              ! R0, R1 key, R2 rights
        ld      r13,r2
        give_up_rights
        ld      PLY_RIGHTS+PLY_SIZE(r14),r2
        cp      r2,r13
        jr      eq,1f
        calr    toggle_rights
        ld      r2,r13
        calr    toggle_rights
1:      xor     r0,black_key            ! the side to play
        xor     r1,black_key+2
        ld      r2,UNDO_EP(r11)         ! the en passant right ends
        or      r2,r2
        jr      z,2f
        calr    toggle_ep
2:      ldk     r2,#0                   ! the mover
        ldb     rl2,@r3
        ld      r6,kind(r2)
        ld      r13,kind_keys(r6)
        toggle_on r3
        or      r5,r5
        jr      nz,5f
3:      toggle_on r4
        ldk     r2,#0                   ! what it takes
        ldb     rl2,@r4
        or      r2,r2
        jr      z,4f
        ld      r2,kind(r2)
        ld      r13,kind_keys(r2)
        toggle_on r4
4:      add     r14,#PLY_SIZE
        ldm     @r14,r0,#2
        ld      ply,r14
        ret
5:      push    @r15,r13
        calr    toggle_special
        pop     r13,@r15
        cp      r5,#PROMOTION
        jr      lt,3b
        ld      r13,kind_keys-PROMOTION(r5)
        jr      3b

! The toggles exclusive-or a number into the key R0, R1.

! toggle_piece - add a piece on a square to the key, or remove it.
! in     R0, R1 key, R6 kind, R13 square
! out    R0, R1
! uses   R2
! clocks 48
toggle_piece:
        ld      r2,r13
        add     r2,r2
        add     r2,r2
        add     r2,kind_keys(r6)
        xor     r0,@r2
        xor     r1,2(r2)
        ret

! toggle_occupant - add the piece on a square to the key, or remove it.
! in     R0, R1 key, R13 square
! out    R0, R1
! uses   R2, R6
! clocks 76
toggle_occupant:
        ldk     r2,#0
        ldb     rl2,@r13
        ld      r6,kind(r2)
        jr      toggle_piece

! toggle_special - add the other changes of a special move to the key.
! in     R0, R1 key, R3 from, R4 to, R5 special, not 0; R6 kind of the mover
! out    R0, R1
! uses   R2, R6, R13
! clocks mean 63
toggle_special:
        cp      r5,#EN_PASSANT
        jr      ult,1f
        jr      eq,2f
        cp      r5,#CASTLING
        ret     ne
        push    @r15,r5
        call    castling_rook
        ld      r13,r5
        push    @r15,r6
        calr    toggle_occupant
        pop     r13,@r15
        pop     r5,@r15
        jr      toggle_piece            ! R6 is still the rook's kind
1:      ld      r2,r4
        jr      toggle_ep
2:      call    ep_victim
        ld      r13,r6
        jr      toggle_occupant

! toggle_rights - add castling rights to the key, or remove them.
! in     R0, R1 key, R2 rights
! out    R0, R1
! uses   R2
! clocks 38
toggle_rights:
        add     r2,r2
        add     r2,r2
        xor     r0,rights_keys(r2)
        xor     r1,rights_keys+2(r2)
        ret

! toggle_ep - add the en passant right on the file of a square to the key, or remove it.
! in     R0, R1 key, R2 square
! out    R0, R1
! uses   R2
! clocks 45
toggle_ep:
        and     r2,#7                   ! [en passant]
        add     r2,r2
        add     r2,r2
        xor     r0,ep_keys(r2)
        xor     r1,ep_keys+2(r2)
        ret
