! mate.s - see-checkmates.

! see_mates - set `moves` as the number of moves in which to look for a mate; generates no code if
!             only mates in one are searched for.
! clocks 14
        .macro  see_mates moves
        .if     DEEP_MATES
        ld      mate_moves,#\moves
        .endif
        .endm

        .text

! matev - can the side to play mate in one?
! "matev(n) // returns 1 if side to play has a checkmate move available"
! n is 1, unless HORIZON_MATES or NULL_MATES is greater; then `mate_moves` contains it.
! in     R7, R11, R12, `ply`, `ep`
! out    R0 moves to the mate, 0: there is none
! uses   R1-R6; keeps R7-R14
! stack  16 bytes and what its helpers take
! clocks mean 5,310
matev:
        count_node
        dec     r15,#FRAME_MATE_SIZE
        ldm     @r15,r8,#FRAME_MATE_SIZE/2
        ld      r8,r12
        call    listchecks
        .if     LIST_ORDER == REVERSED
        ld      r8,r12
        jr      3f
2:      dec     r8,#MOVE_SIZE
        ldm     r3,@r8,#4
        .else
        jr      3f
2:      ldm     r3,@r8,#4
        inc     r8,#MOVE_SIZE
        .endif
        cpb     rh7,@r3
        jr      eq,6f
        call    make
        call    mated
        or      r0,r0
        jr      z,4f
        push    @r15,r0
        call    exposed                 ! a mate, unless it leaves its own king in check
        pop     r0,@r15
        jr      z,4f
        ldk     r0,#0
4:      call    unmake
        or      r0,r0
        jr      nz,5f
        .if     LIST_ORDER == REVERSED
3:      cp      r8,FRAME_LISTS-FRAME_LOWER(r15)
        jr      ugt,2b
        .else
3:      cp      r8,r12
        jr      ult,2b
        .endif
        ldk     r0,#0
5:      ldm     r8,@r15,#FRAME_MATE_SIZE/2
        inc     r15,#FRAME_MATE_SIZE
        ret
6:      call    make                    ! a king next to a king would not be a check
        call    exposed
        ldk     r0,#0
        jr      nz,4b
        call    mated
        jr      4b
