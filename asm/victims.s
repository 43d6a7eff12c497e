! victims.s - list captures when few enemy pieces are valuable enough.
!
! A capture must gain more than a threshold, and the higher that is, the fewer
! pieces qualify: above three pawns, only rooks and queens.  Then it costs less
! to test whether each own piece attacks one of them than to follow its
! rays, and whether a pawn is where it could capture one of them.
! The list is the same, in the same order.
!
!   R2  code of the piece after it  R13 square of the enemy king
!   R3  square of an own piece      R4-R6 from there to the first victim, to
!   RH0 its ways of attacking          the second and to the third
!   R1  a distance from R3          R12 end of the list

        .text

! victim - does the piece attack the next victim?
! in     R1 distance to the previous one; further: from there to this one
! clocks own 24, +10 [attacks], unless [twice]
        .macro  victim further
        add     r1,\further
        ldb     rl0,attacks(r1)
        andb    rl0,rh0
        jr      z,.Lno\@
        calr    add_victim              ! [attacks]
.Lno\@:
        .endm

! pawn_beside - what is on the squares from which a pawn could capture on R1?
! out    RL0, combined with its previous value
        .macro  pawn_beside left, right
        orb     rl0,-\left(r1)
        orb     rl0,-\right(r1)
        .endm

! attackers - list the captures of victims by a side's own pieces.
! in     own: code of the first; left, right: how a pawn captures; pawn: its way of attacking; bit, enemy_bit: of the
!        colours; victims: their number
! clocks mean 645
        .macro  attackers own, left, right, pawn, bit, enemy_bit, victims
        push    @r15,r12
        ld      r2,#\own
.Lpiece\@:
        ldb     rh0,mask(r2)
        bitb    rh0,#\pawn
        jr      nz,.Lpawns\@            ! or the end of the list: it comes after the pieces
        ldl     rr2,next(r2)
        ld      r1,r13
        sub     r1,r3
        ldb     rl0,attacks(r1)
        andb    rl0,rh0
        jr      nz,.Lking\@
.Lvictims\@:
        .if     \victims >= 1
        victim  r4
        .endif
        .if     \victims >= 2
        victim  r5
        .endif
        .if     \victims >= 3
        victim  r6
        .endif
        jr      .Lpiece\@
.Lking\@:
        calr    reaches_king            ! [king]
        jr      nz,.Lvictims\@
        inc     r15,#2
        setflg  c
        ret
.Lpawns\@:
        inc     r15,#2
        ld      r1,r13
        ldk     r0,#0
        pawn_beside \left, \right
        .if     \victims >= 1
        add     r1,r4
        pawn_beside \left, \right
        .endif
        .if     \victims >= 2
        add     r1,r5
        pawn_beside \left, \right
        .endif
        .if     \victims >= 3
        add     r1,r6
        pawn_beside \left, \right
        .endif
        ldk     r5,#0
        ldk     r6,#0
        bitb    rl0,#\bit
        jr      nz,.Lsome\@
.Lend\@:
        resflg  c
        ret
.Lpawn\@:
        ldl     rr2,next(r2)            ! [pawn] one may capture: look from each, in their order
        capture_on \enemy_bit, \left
        capture_on \enemy_bit, \right
.Lsome\@:
        or      r2,r2
        jr      nz,.Lpawn\@
        resflg  c
        ret
        .endm

! victims - find the enemy pieces above the threshold: they are the first in
!           their list, unless a pawn was promoted.
! in     seventh: the first square of the rank before the last
        .macro  victims own, enemy, left, right, pawn, bit, enemy_bit, seventh
        ld      r0,\seventh             ! a piece there may promote
        or      r0,\seventh+2
        or      r0,\seventh+4
        or      r0,\seventh+6
        orb     rl0,rh0
        bitb    rl0,#\bit
        jp      nz,list_all_captures
        ld      r13,square+\enemy
        ld      r1,next+\enemy
        cp      r14,value(r1)
        jr      lt,.Lone\@
        attackers \own, \left, \right, \pawn, \bit, \enemy_bit, 0
.Lone\@:
        ld      r4,square(r1)
        ld      r3,r4
        sub     r4,r13
        ld      r1,next(r1)
        cp      r14,value(r1)
        jr      lt,.Ltwo\@
        attackers \own, \left, \right, \pawn, \bit, \enemy_bit, 1
.Ltwo\@:
        ld      r5,square(r1)
        ld      r6,r5
        sub     r5,r3
        ld      r1,next(r1)
        cp      r14,value(r1)
        jr      lt,.Lthree\@
        attackers \own, \left, \right, \pawn, \bit, \enemy_bit, 2
.Lthree\@:
        ld      r3,square(r1)
        ld      r1,next(r1)
        cp      r14,value(r1)
        jp      lt,list_all_captures
        neg     r6
        add     r6,r3
        attackers \own, \left, \right, \pawn, \bit, \enemy_bit, 3
        .endm

! few_captures - listcapts when few captures can gain enough.
! in     as listcapts
! out    as listcapts
! uses   as listcapts
! clocks mean 929
few_captures:
        test    promoted
        jp      nz,list_all_captures
        bitb    rh7,#WHITE_BIT
        jp      z,black_few_captures
        victims WHITE, BLACK, 0x0f, 0x11, WHITE_PAWN_BIT, WHITE_BIT, BLACK_BIT, A1+0x60
black_few_captures:
        victims BLACK, WHITE, -0x11, -0x0f, BLACK_PAWN_BIT, BLACK_BIT, WHITE_BIT, A1+0x10

! add_victim - list a capture unless a piece is between.
! in     R1 distance, RL0 ways in which the piece attacks over it, R3 from, R12
! out    R12; does not return if the piece can capture twice: the order
!        is then that of its rays, as in captures.s
! uses   R0, R1, R4; R1 and R4 are unchanged when it returns
! clocks own 64, +18 [slider], +86 [clear], unless [twice]
add_victim:
        push    @r15,r1
        push    @r15,r4
        ld      r4,r3
        add     r4,r1
        andb    rl0,#BY_SLIDER
        jr      z,1f
        call    clear_to_piece          ! [slider]
        jr      nz,2f
1:      cp      r3,-MOVE_SIZE(r12)      ! [clear]
        jr      eq,3f
        ld      @r12,r3
        ld      MOVE_TO(r12),r4
        clr     MOVE_SPECIAL(r12)
        ldk     r1,#0
        ldb     rl1,@r4
        ld      r1,value(r1)
        ld      MOVE_GAIN(r12),r1
        inc     r12,#MOVE_SIZE
2:      pop     r4,@r15
        pop     r1,@r15
        ret
3:      inc     r15,#6                  ! [twice]
        pop     r12,@r15                ! discard what is listed
        jp      list_all_captures

! reaches_king - is there no piece between a piece and the enemy king?
! in     R1 distance, RL0 ways in which the piece attacks over it, R3 its
!        square, R13 the king's
! out    Z set: there is none; R1 kept
! uses   RL0
! clocks own 17, +34 [slider], +18 [between]
reaches_king:
        andb    rl0,#BY_SLIDER
        ret     z
        ex      r4,r13                  ! [slider]
        call    clear_to_piece
        ex      r4,r13
        ld      r1,r13
        ret     z
        sub     r1,r3                   ! [between]
        resflg  z
        ret
