! victims.s - list captures where few enemy pieces are valuable enough.
!
! A capture must gain more than a threshold, and the higher that is, the fewer
! pieces qualify: above three pawns only rooks and queens.  Then it costs less
! to ask of each own piece whether it attacks one of them than to follow its
! rays.  The list is the same, in the same order.
!
!   R2  code of an own piece        R4-R6 squares of the victims
!   R3  its square                  R13 square of the enemy king
!   RH0 its ways to attack          R12 end of the list

        .text

! victim - does the piece attack the victim on the square in `at`?
! clocks own 27, +32 [attacks], unless [twice]
        .macro  victim at
        ld      r1,\at
        sub     r1,r3
        ldb     rl0,attacks(r1)
        andb    rl0,rh0
        jr      z,.Lno\@
        ex      r4,\at                  ! nothing, where this is R4 already
        calr    add_victim              ! [attacks]
        ex      r4,\at
        ldb     rh0,mask(r2)
.Lno\@:
        .endm

! attackers - go through the own pieces.
! in     own: code of the first; limit, last: on the seventh rank if `last`
!        holds after R3 is compared with limit; third, second, first: 1 for
!        each victim
! clocks mean 1,140
        .macro  attackers own, limit, last, third, second, first
        push    @r15,r12
        ld      r2,#\own
.Lpiece\@:
        ld      r3,square(r2)
        ldb     rh0,mask(r2)
        cp      r3,#\limit
        jr      \last,.Lseventh\@
.Lany\@:
        .if     \third
        victim  r6
        .endif
        .if     \second
        victim  r5
        .endif
        .if     \first
        victim  r4
        .endif
        ld      r1,r13
        sub     r1,r3
        ldb     rl0,attacks(r1)
        andb    rl0,rh0
        jr      nz,.Lking\@
.Lnext\@:
        ld      r2,next(r2)
        or      r2,r2
        jr      nz,.Lpiece\@
        inc     r15,#2
        resflg  c
        ret
.Lking\@:
        calr    reaches_king            ! [king]
        jr      nz,.Lnext\@
        inc     r15,#2
        setflg  c
        ret
.Lseventh\@:
        cp      value(r2),#PAWN
        jr      ne,.Lany\@
        jp      not_few                 ! it may promote
        .endm

! victims - find the enemy pieces above the threshold: they are the first in
!           their list, unless a pawn was promoted.
        .macro  victims own, enemy, limit, last
        ld      r13,square+\enemy
        ld      r1,next+\enemy
        cp      r14,value(r1)
        jr      lt,.Lone\@
        attackers \own, \limit, \last, 0, 0, 0
.Lone\@:
        ld      r4,square(r1)
        ld      r1,next(r1)
        cp      r14,value(r1)
        jr      lt,.Ltwo\@
        attackers \own, \limit, \last, 0, 0, 1
.Ltwo\@:
        ld      r5,square(r1)
        ld      r1,next(r1)
        cp      r14,value(r1)
        jr      lt,.Lthree\@
        attackers \own, \limit, \last, 0, 1, 1
.Lthree\@:
        ld      r6,square(r1)
        ld      r1,next(r1)
        cp      r14,value(r1)
        jp      lt,list_all_captures
        attackers \own, \limit, \last, 1, 1, 1
        .endm

! few_captures - listcapts for a threshold of three pawns or more.
! in     as listcapts
! out    as listcapts
! uses   as listcapts
! clocks mean 1,300
few_captures:
        test    promoted
        jp      nz,list_all_captures
        bitb    rh7,#WHITE_BIT
        jp      z,black_few_captures
        victims WHITE, BLACK, A1+0x60, ge
black_few_captures:
        victims BLACK, WHITE, A1+0x20, lt

! not_few - give up what `attackers` has listed, and list everything.
! in     R12 of the beginning on the stack
not_few:
        pop     r12,@r15
        jp      list_all_captures

! add_victim - list a capture unless something stands between.
! in     R1 distance, RL0 ways in which the piece attacks over it, R2 its
!        code, R3 from, R4 to, R12
! out    R12; does not return where the piece can capture twice: the order
!        is then that of its rays, as in captures.s
! uses   R0, R1
! clocks own 16, +19 [slider], +93 [clear], -76 [twice]
add_victim:
        andb    rl0,#BY_SLIDER
        jr      z,1f
        call    clear_to_piece          ! [slider]
        ret     nz
1:      cp      r3,-MOVE_SIZE(r12)      ! [clear]
        jr      eq,2f
        ld      @r12,r3
        ld      MOVE_TO(r12),r4
        clr     MOVE_SPECIAL(r12)
        ldk     r1,#0
        ldb     rl1,@r4
        ld      r1,value(r1)
        ld      MOVE_GAIN(r12),r1
        inc     r12,#MOVE_SIZE
        ret
2:      inc     r15,#2                  ! [twice]
        jr      not_few

! reaches_king - does nothing stand between a piece and the enemy king?
! in     R1 distance, RL0 ways in which the piece attacks over it, R3 its
!        square, R13 the king's
! out    Z set: nothing
! uses   R0, R1
! clocks own 17, +31 [slider]
reaches_king:
        andb    rl0,#BY_SLIDER
        ret     z
        ex      r4,r13                  ! [slider]
        call    clear_to_piece
        ex      r4,r13
        ret
