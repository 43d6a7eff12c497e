! escapes.s - can the side in check escape?
!
! It can by a king's step to a square that is not attacked, by the
! capture of the only checking piece, or by an interposition.
! "mated(n) // returns 1 if side to play is checkmated"

        .text

! The first escape ends the search, unless `on_escape` names a routine.  That
! is called with each move in R3-R5, and returns with Z clear if the search is
! to continue.  It keeps R1-R4 and R7-R14, and leaves 0 in R5.

! king_escape - try one step of the king.
        .macro  king_escape step
        ldb     rl0,rh6
        andb    rl0,\step(r13)
        jr      nz,.Lno\@
        lda     r4,\step(r13)
        ldb     rl6,@r4
        ldb     @r4,rh7
        ldk     r2,#0
        ldb     rl2,rl7
        call    attacked
        ldb     @r4,rl6
        jr      nz,.Lno\@
        test    on_escape
        jp      z,king_escaped
        ld      r3,r13
        ldk     r5,#0
        call    report_escape
        jp      z,king_escaped
.Lno\@:
        .endm

! mated - is the side to play, which the last move put in check, mated?
! "ml= outchecks(); if(*ml==0) return(1);"
! in     R7, R11, `ep`
! out    R0 1: mated, 0: there is a way out; 2: a single one, and mate follows
! uses   R1-R6, R9, R10, R13, R14
! clocks mean 1,250
mated:
        count_node
        .if     DEEP_MATES
        cp      mate_moves,#1
        jr      eq,1f
        ld      on_escape,#note_reply
        clr     replies
        calr    1f
        clr     on_escape
        or      r0,r0
        ret     z
        test    replies
        ret     z
        ld      r1,ply                  ! castling after it needs the rights that the
        ld      r2,PLY_RIGHTS(r1)       ! check, and a scored move before, have left
        push    @r15,r2
        ldm     r3,UNDO_FROM(r11),#2
        give_up_rights
        ldm     r3,UNDO_FROM+UNDO_SIZE(r11),#2
        give_up_rights
        ld      PLY_RIGHTS(r1),r2
        ldm     r3,reply,#3             ! "single reply extension"
        call    make
        .if     DOUBLE_CHECKS == 0
        call    exposed                 ! to the other check
        ldk     r0,#0
        jr      nz,3f
        .endif
        dec     mate_moves,#1
        call    matev
        inc     mate_moves,#1
3:      push    @r15,r0
        call    unmake
        pop     r0,@r15
        ld      r1,ply
        pop     PLY_RIGHTS(r1),@r15
        add     r0,r0
        ret
        .endif
1:      calr    king_escapes
        or      r0,r0
        ret     z
        ldm     r3,UNDO_FROM(r11),#3
        ld      r10,r4                  ! the piece that has moved gives check, unless
        cp      r5,#EN_PASSANT
        jr      ge,4f
        ld      r1,r13                  ! it has left a line with the king
        sub     r1,r3
        bitb    attacks(r1),#QUEEN_BIT
        jr      z,answer_check
        exb     rh7,rl7                 ! to a sliding piece
        call    seen_along
        exb     rh7,rl7
        jr      z,answer_check
        cp      r1,r10
        jr      eq,answer_check
4:
        .if     DOUBLE_CHECKS == 0
        ldk     r2,#0                   ! if it gives check where it stands, no other
        ldb     rl2,@r10                ! piece is sought
        ld      r4,r13
        call    attacked
        cp      r3,r10
        jr      eq,answer_check
        .endif
        jr      find_checker

! find_escape - look for a way out of check.
! in     R7, R11, `ep`, `on_escape`
! out    R0 1: there is none, or none that ended the search; 0: there is one
! uses   as mated
! clocks mean 9,280
find_escape:
        calr    king_escapes
        or      r0,r0
        ret     z

! find_checker - look for a way out of check that is not a move of the king.
! in     R7, R11, R13 the king's square, `ep`, `on_escape`
! out    as find_escape
! uses   as mated
! clocks mean 1,990
find_checker:
        ld      r4,r13                  ! who gives check?
        ldk     r2,#0
        ldb     rl2,rl7
        call    attacked
        ld      r10,r3
        call    attacked_more
        jr      nz,is_mated             ! two at once: only the king could move

! answer_check - can a piece capture the only checking piece, or interpose?
! in     R7, R10 its square, R11, R13 the king's square, `ep`, `on_escape`
! out    as find_escape
! uses   as mated
! clocks mean 875
answer_check:
        ld      r14,r13
        calr    pieces_to
        jr      z,has_escape
        test    UNDO_EP(r11)
        jr      nz,take_in_passing
1:      ld      r1,r13
        sub     r1,r10
        ldb     rl0,steps(r1)           ! the step from the checker to the king, 0 from a knight
        extsb   r0
        or      r0,r0
        jr      z,is_mated
        ld      r9,r0
2:      add     r10,r9                  ! the squares between, from the checker
        cp      r10,r13
        jr      eq,is_mated
        calr    block_check
        jr      nz,2b
has_escape:
        ldk     r0,#0
        ret
is_mated:
        ldk     r0,#1
        ret

! A pawn that has just made a double step can be taken en passant.
take_in_passing:
        ld      r3,UNDO_EP(r11)
        bitb    rh7,#WHITE_BIT
        jr      nz,3f
        add     r3,#0x20
3:      sub     r3,#0x10
        cp      r3,r10
        jr      ne,1b
        push    @r15,r12                ! list the captures and try each
        call    list_en_passant
        jr      5f
4:      dec     r12,#MOVE_SIZE
        ldm     r3,@r12,#4
        calr    try_move
        jr      z,6f
5:      cp      r12,@r15
        jr      ne,4b
        pop     r12,@r15
        jr      1b
6:      pop     r12,@r15
        jr      has_escape

! king_escapes - look for a king's step out of check.
! in     R7, `on_escape`
! out    R0 as find_escape; R13 the king's square
! uses   R1-R6
! clocks mean 1,010
king_escapes:
        ldk     r2,#0
        ldb     rl2,rh7
        ld      r13,square(r2)
        ldb     rh6,rh7
        orb     rh6,#BORDER
        clrb    @r13                    ! a king does not hide the squares behind it
        each_king_step king_escape
        ldb     @r13,rh7
        ldk     r0,#1
        ret
king_escaped:
        ldb     @r13,rh7
        ldk     r0,#0
        ret

! pieces_to - can a piece other than the king go to an occupied square?
! in     R10 the square, where a border code means that pawns do not attack it; R7, R14 the king's square, `on_escape`
! out    Z set: yes
! uses   R0-R6
! clocks mean 446
pieces_to:
        ldk     r2,#0
        ldb     rl2,rh7
        ld      r2,next(r2)
        ld      square,r10
1:      ld      r4,r10
        call    attacked_more
        jr      z,no_way_out
        bitb    @r4,#BORDER_BIT
        jr      z,2f
        ldk     r1,#0
        ldb     rl1,@r3
        cp      value(r1),#PAWN         ! pawns go straight on
        jr      eq,1b
2:      calr    try_leaving
        jr      nz,1b
        ret
no_way_out:
        resflg  z
        ret

! block_check - can a piece other than the king interpose?
! in     R7, R10 the empty square between, R14 the king's square, `on_escape`
! out    Z set: yes
! uses   R0-R6
! clocks mean 537
block_check:
        ld      r4,r10
        ldb     @r4,#BORDER
        calr    pieces_to
        ld      r3,r10
        clrb    @r3
        ret     z
        ld      r5,#-0x10               ! backwards
        ld      r6,#A1+0x30             ! the rank that a double step reaches
        bitb    rh7,#WHITE_BIT
        jr      nz,1f
        ld      r5,#0x10
        ld      r6,#A1+0x40
1:      add     r3,r5
        testb   @r3
        jr      nz,2f
        ld      r0,r10
        and     r0,#0xf0
        cp      r0,r6
        jr      ne,no_way_out
        add     r3,r5
2:      ldk     r2,#0
        ldb     rl2,@r3
        ldb     rl0,rl2
        andb    rl0,rh7
        jr      z,no_way_out
        cp      value(r2),#PAWN
        ret     ne

! try_leaving - may a piece answer the only check, and does that end the search?  It may not if it shields its king from
!               a sliding piece.
! in     R3 from, R10 to; R7, R14 the king's square, `on_escape`
! out    Z set: yes
! uses   R0, R1, R4-R6; keeps R2, R3
! clocks mean 119
try_leaving:
        ld      r1,r14
        sub     r1,r3
        bitb    attacks(r1),#QUEEN_BIT
        jr      z,1f
        exb     rh7,rl7
        call    discovers
        exb     rh7,rl7
        jr      z,no_way_out
1:      test    on_escape
        ret     z
        ld      r4,r10
        ldk     r5,#0
        jr      report_escape

! try_move - is a move legal, and an escape that ends the search?
! in     R3 from, R4 to, R5 special, R7, R11
! out    Z set: yes
! uses   R0-R6
! clocks mean 1,430
try_move:
        call    make
        call    exposed
        ldk     r0,#0
        tcc     nz,r0
        call    unmake
        or      r0,r0
        ret     nz
        test    on_escape               ! [legal]
        ret     z
        ld      r5,UNDO_SPECIAL-UNDO_SIZE(r11) ! [reported] it is still in the record

! report_escape - report an escape to the routine that `on_escape` names.
! in     R3 from, R4 to, R5 special
! out    Z set: the search is over
! uses   R0; R5 0
! clocks own 46
report_escape:
        push    @r15,r6
        ld      r6,on_escape
        call    @r6
        pop     r6,@r15
        ret

        .if     DEEP_MATES
! note_reply - note the first escape, and whether there is a second one.
! in     R3 from, R4 to, R5 special
! out    Z set: there is a second one
! uses   R0, R6; R5 0
! clocks 98, +36 [pawn], unless [promotion]
note_reply:
        ldm     reply,r3,#3
        ldk     r6,#0
        ldb     rl6,@r3
        cp      value(r6),#PAWN
        jr      ne,1f
        ld      r6,r4                   ! [pawn] a promotion is four moves
        and     r6,#0xf0
        cp      r6,#A1
        jr      eq,2f
        cp      r6,#A1+0x70
        jr      eq,2f
1:      inc     replies,#1
        ldk     r5,#0
        cp      replies,#2
        ret
2:      ld      replies,#2              ! [promotion]
        ldk     r5,#0
        setflg  z
        ret
        .endif

! print_escape - print an escape; a pawn move to the last rank counts as four.
! in     R3 from, R4 to; R7
! out    Z clear: continue with the next
! uses   R0, R5, R6
! clocks mean 577
print_escape:
        dec     r15,#8
        ldm     @r15,r1,#4
        ldk     r2,#0
        ldb     rl2,@r3
        ldk     r5,#0
        cp      value(r2),#PAWN
        jr      ne,3f
        ld      r0,r4
        and     r0,#0xf0
        ld      r5,#PROMOTION+WHITE_QUEEN
        cp      r0,#A1+0x70
        jr      eq,2f
        ld      r5,#PROMOTION+BLACK_QUEEN
        cp      r0,#A1
        jr      eq,2f
        ldk     r5,#0
        jr      3f
1:      dec     r5,#2                   ! rook, bishop, knight
2:      push    @r15,r5
        call    print_move
        call    print_space
        pop     r5,@r15
        ldm     r1,@r15,#4
        cp      r5,#PROMOTION+WHITE_KNIGHT
        jr      eq,4f
        cp      r5,#PROMOTION+BLACK_KNIGHT
        jr      ne,1b
        jr      4f
3:      call    print_move
        call    print_space
4:      ldm     r1,@r15,#4
        inc     r15,#8
        ldk     r5,#0
        resflg  z
        ret
