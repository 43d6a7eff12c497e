! remember.s - the best move of each position, kept from iteration to iteration.
!
! "prevm= previousbest; // from hash (or from stored tree in 1986 program)"
! This version has a table indexed by the position's key.

        .text

! entry_offset - where is the entry of the current position?
! in     R14 record of the position
! out    R1 offset of its entry
        .macro  entry_offset
        ld      r1,PLY_KEY+2(r14)
        and     r1,#TABLE_ENTRIES-1
        add     r1,r1
        add     r1,r1
        add     r1,r1
        .endm

! remember - keep the best move of the current position, if there is one.
! in     `ply`
! uses   R0-R5, R14
! clocks 50, +80 [kept]
remember:
        ld      r14,ply
        ldm     r3,PLY_BEST(r14),#3
        test    r3
        ret     z
        entry_offset
        ldb     rh4,rl3                 ! [kept] from and to in one word
        ldl     rr2,@r14
        ldl     memory(r1),rr2
        ldl     memory+4(r1),rr4
        ret

! recall - find the move remembered for the current position.
! in     R7, R12 free list space, `ply`, `ep`
! out    the move in the record's PLY_PREVIOUS; its from is 0 if there is none
! uses   R0-R6, R13, R14
! clocks mean 285
!
! Two positions can have the same key.  The move is used only if the generator
! lists it, so that it can never corrupt the board.
recall:
        ld      r14,ply
        clr     PLY_PREVIOUS(r14)
        entry_offset
        ldl     rr2,@r14
        cpl     rr2,memory(r1)
        ret     ne
        ldl     rr4,memory+4(r1)
        test    r4
        ret     z
        push    @r15,r12
        pushl   @r15,rr4
        clr     r2
        ldb     rl2,rh4
        ldb     rl2,@r2
        call    list_like
        popl    rr4,@r15
        pop     r1,@r15
        ld      r6,r12
        ld      r12,r1
        clr     r3
        ldb     rl3,rh4
        clrb    rh4
1:      cp      r1,r6                   ! R1 a listed move, R3-R5 the one remembered
        ret     uge
        cp      r3,MOVE_FROM(r1)
        jr      ne,2f
        cp      r4,MOVE_TO(r1)
        jr      ne,2f
        cp      r5,MOVE_SPECIAL(r1)
        jr      eq,3f
2:      inc     r1,#MOVE_SIZE
        jr      1b
3:      ldm     r3,@r1,#4
        ldm     PLY_PREVIOUS(r14),r3,#4
        ret

! list_like - list the moves among which a remembered move must be.
! in     R2 the piece on its from, R5 its special; R7, R12
! out    R12
! uses   R0-R6, R13
! clocks mean 742
list_like:
        cp      r5,#EN_PASSANT
        jp      eq,list_en_passant
        cp      r5,#CASTLING
        jp      eq,list_castling
        ldb     rl0,rl2
        andb    rl0,rh7                 ! a piece of our own?
        ret     z
        jp      list_piece
