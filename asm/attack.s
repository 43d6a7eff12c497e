! attack.s - does a piece attack a square?
!
! The distance from one square to another selects a table entry that gives the
! kinds of pieces that attack over this distance; only for sliding pieces must the
! squares between be examined.  So the test costs one subtraction and one table
! look-up per piece of the other side.

        .text

! attacked - is a square attacked?  The square must be occupied.
! in     R2 code of the first attacker to try (the king of the attacking
!        side to try all), R4 square
! out    Z clear: attacked, R3 the attacker's square, R2 code of the piece after it
!        Z set: not attacked
! uses   R0-R3
! clocks own 28, +46 [piece], +23 [attacks], +16 [slider], -13 [none]
attacked:
        ld      square,r4               ! the end of the list attacks everything:
                                        ! no test for the end is needed

! attacked_more - is it also attacked by the piece in R2 or a later one?  `attacked` set R2.
! in     R2 the piece after the last attacker found, R4 square
! out    as attacked
! uses   R0-R3
! clocks own 17, +46 [piece], +23 [attacks], +16 [slider], -13 [none]
attacked_more:
        ldb     rl0,mask(r2)            ! [piece]
        ldl     rr2,next(r2)
        ld      r1,r4
        sub     r1,r3
        andb    rl0,attacks(r1)
        jr      z,attacked_more
        bitb    rl0,#NOBODY_BIT         ! [attacks]
        jr      nz,3f
        andb    rl0,#BY_SLIDER
        jr      z,2f
        calr    clear_to_piece          ! [slider]
        jr      nz,attacked_more
2:      resflg  z
        ret
3:      setflg  z                       ! [none]
        ret

! clear_to_piece - are the squares between a square and a piece empty?
! in     R1 distance from the first to the second, R3 first, R4 second, which is
!        occupied
! out    Z set: they are
! uses   RL0, R1
! clocks 27, +18 [square]
clear_to_piece:
        ldb     rl0,steps(r1)
        ld      r1,r3
1:      addb    rl1,rl0                 ! [square] squares are bytes: no sign is needed
        testb   @r1
        jr      z,1b
        cp      r1,r4
        ret

! exposed - did the move just made leave its own king attacked?
! in     R7 (the mover's colour is now the enemy's)
! out    Z clear: the king is attacked, the move was illegal
! uses   R0-R4
! clocks own 55, +46 [piece], +23 [attacks], +16 [slider], -13 [none]
exposed:
        ldk     r2,#0
        ldb     rl2,rl7                 ! a king's code is its colour bit
        ld      r4,square(r2)
        ldb     rl2,rh7
        jr      attacked

! in_check - is the side to play in check?
! in     R7
! out    Z clear: in check
! uses   R0-R4
! clocks own 55, +46 [piece], +23 [attacks], +16 [slider], -13 [none]
in_check:
        ldk     r2,#0
        ldb     rl2,rh7
        ld      r4,square(r2)
        ldb     rl2,rl7
        jr      attacked
