! legal.s - has a move left its own king in check?  Usually that is impossible.

        .text

! may_expose - can a move leave its own king in check?  Only if the king is
!              in check, or moves, or the piece leaves a line with it, or
!              two pawns leave a rank at once (en passant).
! in     R3 from, R5 special; R7, `ply`
! out    R0 0: it cannot; 1: only along the line that the piece leaves; -1: from anywhere
! uses   R2
! clocks 53, +28 [unchecked], +13 [not king], +12 [line], -7 [everywhere]
may_expose:
        ldk     r0,#0
        ld      r2,ply
        test    PLY_CHECK(r2)
        jr      nz,1f
        ldk     r2,#0                   ! [unchecked]
        ldb     rl2,rh7
        ld      r2,square(r2)
        sub     r2,r3
        jr      eq,1f
        cp      r5,#EN_PASSANT          ! [not king]
        jr      eq,1f
        bitb    attacks(r2),#QUEEN_BIT
        ret     z
        ldk     r0,#1                   ! [line]
        ret
1:      dec     r0,#1                   ! [everywhere]
        ret

! has_exposed - has the move just made left its own king in check?
! in     R0 from may_expose, R3 from; R7
! out    Z clear: it has
! uses   R0-R4
! clocks 14, +66 [along], +18 [square], +38 [enemy], unless [piece]
has_exposed:
        or      r0,r0
        ret     z
        jp      mi,exposed

! seen_along - does a sliding piece attack the other side's king, along a line that a piece has left?
! in     R3 the square it has left, R7
! out    Z clear: it does; R1 the first occupied square
! uses   R0-R4
! clocks 62, +18 [square], +38 [enemy]
seen_along:
        ldk     r2,#0                   ! [along]
        ldb     rl2,rl7
        ld      r4,square(r2)
        ld      r1,r4
        sub     r1,r3
        ldb     rl0,steps(r1)
        ld      r1,r4
1:      subb    rl1,rl0                 ! [square] what does the king see in this direction?
        testb   @r1
        jr      z,1b
        ldb     rl2,@r1
        ldb     rl0,rl2
        andb    rl0,rh7
        ret     z
        ldb     rl0,mask(r2)            ! [enemy]
        andb    rl0,#BY_SLIDER
        sub     r4,r1
        andb    rl0,attacks(r4)
        ret
