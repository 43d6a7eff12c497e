! perft.s - the count of legal moves, which tests the generator.

        .text

! perft - count the leaves of the tree of legal moves.
! in     R6 depth, 1 or more; R7, R11, R12, `ply`, `ep`
! out    RR8 the count, added to what it was
! uses   R0-R6, R13, R14; keeps R7, R10-R12
! clocks mean 84,700
perft:
        push    @r15,r12
        push    @r15,r6
        call    listmoves
        pop     r6,@r15
        ld      r13,@r15
        jr      3f
1:      ldm     r3,@r13,#3
        inc     r13,#MOVE_SIZE
        push    @r15,r6
        push    @r15,r13
        call    play
        call    exposed
        jr      nz,2f
        ld      r6,2(r15)
        dec     r6,#1
        jr      nz,4f
        addl    rr8,#1
        jr      2f
4:      calr    perft
2:      call    takeback
        pop     r13,@r15
        pop     r6,@r15
3:      cp      r13,r12
        jr      ult,1b
        pop     r12,@r15
        ret
