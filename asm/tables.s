! tables.s - the tables made at start-up: distances, castling rights, keys.

        .data
! Steps in the order in which the generators take them, terminated by 0.
line_steps:
        each_line_step .word
        .word   0
diagonal_steps:
        each_diagonal_step .word
        .word   0
knight_steps:
        each_knight_step .word
        .word   0
! For each side, the distances over which a pawn attacks, and those over which it can first step or capture.
white_attacks:  .word   0x0f, 0x11, 0
white_steps:    .word   0x0f, 0x11, 0x10, 0x20, 0
black_attacks:  .word   -0x0f, -0x11, 0
black_steps:    .word   -0x0f, -0x11, -0x10, -0x20, 0

        .text

! make_tables - fill every table that does not depend on the position.
! out    the tables
! uses   R0-R6, R8-R10
! clocks 1,320,005
make_tables:
        ld      r5,#BY_LINE+BY_QUEEN
        ld      r4,#line_steps
        calr    slide
        ld      r5,#BY_DIAGONAL+BY_QUEEN
        ld      r4,#diagonal_steps
        calr    slide
        ld      r5,#BY_KNIGHT
        ld      r4,#knight_steps
        calr    attack_over
        ld      r5,#BY_KING
        ld      r4,#line_steps
        calr    attack_over
        ld      r4,#diagonal_steps
        calr    attack_over
        ld      r5,#BY_WHITE_PAWN
        ld      r4,#white_attacks
        calr    attack_over
        ld      r5,#BY_BLACK_PAWN
        ld      r4,#black_attacks
        calr    attack_over
        ldb     attacks,#BY_NOBODY
        ld      value,#0                ! the end of a piece list
        ld      kind,#NO_KIND
        ldb     mask,#BY_NOBODY+BY_WHITE_PAWN+BY_BLACK_PAWN
        ld      capture_route,#capture_end
        ld      check_route,#check_end
        calr    make_reach
        calr    make_rights
        jr      make_keys

! slide - enter the distances of sliding pieces.
! in     R4 their steps, R5 ways to attack
! uses   R0-R2, R4
! clocks 1,288
slide:
        ld      r0,@r4
        test    r0
        ret     z
        inc     r4,#2
        clr     r1
        ldk     r2,#7
1:      add     r1,r0
        ldb     attacks(r1),rl5
        ldb     steps(r1),rl0
        djnz    r2,1b
        jr      slide

! attack_over - enter the distances of pieces that go one step.
! in     R4 their steps, RL5 way to attack
! uses   R0, R1, R4
! clocks 24, +57 [step]
attack_over:
        ld      r1,@r4
        test    r1
        ret     z
        inc     r4,#2                   ! [step]
        ldb     rl0,attacks(r1)
        orb     rl0,rl5
        ldb     attacks(r1),rl0
        jr      attack_over

! make_reach - which pieces can attack over a distance after one move?
! uses   R0-R6, R8
! clocks 36,184
make_reach:
        ld      r5,#BY_KNIGHT
        ld      r4,#knight_steps
        ld      r6,#knight_steps
        calr    reach_by
        ld      r5,#BY_WHITE_PAWN
        ld      r4,#white_steps
        ld      r6,#white_attacks
        calr    reach_by
        ld      r5,#BY_BLACK_PAWN
        ld      r4,#black_steps
        ld      r6,#black_attacks
        calr    reach_by
        ld      r1,#-FAR                ! a bishop: squares of one colour are an
1:      ld      r0,r1                   ! even number of ranks and files apart
        and     r0,#0x0f
        add     r0,#8                   ! the file's part, -7 to 7, has its sign here
        ld      r2,r1
        add     r2,#8
        sra     r2,#4                   ! the rank's part
        add     r0,r2
        bit     r0,#0
        jr      nz,2f
        setb    reach(r1),#DIAGONAL_BIT
2:      inc     r1,#1
        cp      r1,#FAR
        jr      le,1b
        ld      r1,#-FAR                ! and every piece may discover check on a line
3:      bitb    attacks(r1),#QUEEN_BIT
        jr      z,4f
        setb    reach(r1),#QUEEN_BIT
4:      inc     r1,#1
        cp      r1,#FAR
        jr      le,3b
        ret

! reach_by - enter the sums of two steps.
! in     R4 first steps, R6 second steps, RL5 way to attack
! uses   R0-R2, R4, R8
! clocks mean 1,880
reach_by:
        ld      r2,@r4
        test    r2
        ret     z
        inc     r4,#2
        ld      r8,r6
1:      ld      r1,@r8
        test    r1
        jr      z,reach_by
        inc     r8,#2
        add     r1,r2
        ldb     rl0,reach(r1)
        orb     rl0,rl5
        ldb     reach(r1),rl0
        jr      1b

! make_rights - the castling rights that remain after a move from or to a square.
! uses   R1
! clocks 3,130
make_rights:
        ld      r1,#H8-A1
1:      ldb     rights_kept(r1),#WHITE_SHORT+WHITE_LONG+BLACK_SHORT+BLACK_LONG
        dec     r1,#1
        jr      pl,1b
        ldb     rights_kept+0x00,#BLACK_SHORT+BLACK_LONG+WHITE_SHORT
        ldb     rights_kept+0x04,#BLACK_SHORT+BLACK_LONG
        ldb     rights_kept+0x07,#BLACK_SHORT+BLACK_LONG+WHITE_LONG
        ldb     rights_kept+0x70,#WHITE_SHORT+WHITE_LONG+BLACK_SHORT
        ldb     rights_kept+0x74,#WHITE_SHORT+WHITE_LONG
        ldb     rights_kept+0x77,#WHITE_SHORT+WHITE_LONG+BLACK_LONG
        ld      r1,#A1+0x34             ! e4
        ld      undo_end+UNDO_FROM,r1
        ld      undo_end+UNDO_TO,r1
        ret

! make_keys - generate the random numbers for position keys.
! uses   R0-R5, R8-R10
! clocks 1,276,584
!
! A linear congruential generator of 32 bits; a key takes the high words of
! two states, because the low bits of such a generator are poor.  Numbers are
! generated for the border columns, too, and dropped.
make_keys:
        ldl     rr2,#KEY_SEED
        ldk     r9,#0                   ! the kind
1:      ld      r8,kind_keys(r9)
        add     r8,#4*A1
        ldk     r10,#0                  ! the square's distance from a1
2:      calr    draw_key
        bit     r10,#3                  ! on the border?
        jr      nz,3f
        ldl     @r8,rr4
3:      inc     r8,#4
        inc     r10,#1
        cp      r10,#H8-A1
        jr      le,2b
        inc     r9,#2
        cp      r9,#2*KINDS
        jr      lt,1b
        ld      r8,#rights_keys         ! and those of rights, en passant and side to play
4:      calr    draw_key
        ldl     @r8,rr4
        inc     r8,#4
        cp      r8,#keys_end
        jr      ult,4b
        ret

! draw_key - generate one number.
! in     RR2 state of the generator
! out    RR4 the number, RR2
! uses   R0, R1
! clocks mean 824
draw_key:
        multl   rq0,#KEY_MULTIPLIER
        addl    rr2,#KEY_INCREMENT
        ld      r4,r2
        multl   rq0,#KEY_MULTIPLIER
        addl    rr2,#KEY_INCREMENT
        ld      r5,r2
        ret
