! macros.s - steps of the pieces, and instructions that several routines share.

! each_line_step - apply `do` to each step of a rook, in the order in which moves are listed: up, right, down, left.
        .macro  each_line_step do
        .irp    step, 0x10, 0x01, -0x10, -0x01
        \do     \step
        .endr
        .endm

! each_diagonal_step - apply `do` to each step of a bishop.
        .macro  each_diagonal_step do
        .irp    step, 0x11, -0x0f, -0x11, 0x0f
        \do     \step
        .endr
        .endm

! each_king_step - apply `do` to each step of a king; a queen moves in the same directions.
        .macro  each_king_step do
        each_line_step "\do"
        each_diagonal_step "\do"
        .endm

! each_knight_step - apply `do` to each step of a knight.
        .macro  each_knight_step do
        .irp    step, 0x21, 0x12, -0x0e, -0x1f, -0x21, -0x12, 0x0e, 0x1f
        \do     \step
        .endr
        .endm

! advance - take R4 one step along a ray.
! in     R13 11h, the step that INC and DEC cannot make
! clocks 4
        .macro  advance step
        .if     \step == 0x11
        add     r4,r13
        .elseif \step == -0x11
        sub     r4,r13
        .elseif \step > 0
        inc     r4,#\step
        .else
        dec     r4,#-(\step)
        .endif
        .endm

! count_node - count a position in which moves are listed.
! clocks 19, unless [carry]
        .macro  count_node
        inc     nodes+2,#1
        jr      nz,.Lcounted\@
        inc     nodes,#1                ! [carry]
.Lcounted\@:
        .endm

! A list of moves is traversed in the order of what they gain, the largest first; of those that gain equally, the first
! listed precedes the others or, depending on LIST_ORDER, follows them.
        .if     LIST_ORDER == REVERSED
! from_list - begin with the move of a list that is examined first.
        .macro  from_list move
        ld      \move,r12
        dec     \move,#MOVE_SIZE
        .endm
! next_in_list - continue with the next move of the list, or at `none` if there is none.
        .macro  next_in_list move, none
        dec     \move,#MOVE_SIZE
        cp      \move,r13
        jr      ult,\none
        .endm
        .else
        .macro  from_list move
        ld      \move,r13
        .endm
        .macro  next_in_list move, none
        inc     \move,#MOVE_SIZE
        cp      \move,r12
        jr      uge,\none
        .endm
        .endif

! largest_gain - find the move in a list that gains most.
! in     R13 the list, which is not empty, R12 its end
! out    R2 the move, R6 what it gains
! uses   R1
! clocks 34, +30 [listed], +22 [larger]
        .macro  largest_gain
        from_list r2
.Lbest\@:
        ld      r6,MOVE_GAIN(r2)
        ld      r1,r2
.Lmore\@:
        next_in_list r1, .Lfound\@
        cp      r6,MOVE_GAIN(r1)        ! [listed]
        jr      ge,.Lmore\@
        ld      r2,r1                   ! [larger]
        jr      .Lbest\@
.Lfound\@:
        .endm

! next_gain - find the remaining move that gains most, or continue at `none`.
! in     R14 the last move, R0 what a move must gain more than; R13 the list, R12 its end
! out    R2 the move, R6 what it gains
! uses   R0, R1
        .macro  next_gain none
        ld      r6,MOVE_GAIN(r14)
        cp      r6,r0
        jr      le,\none
        ld      r2,r14
.Lequal\@:
        next_in_list r2, .Lless\@
        cp      r6,MOVE_GAIN(r2)
        jr      ne,.Lequal\@
        jr      .Lfound\@
.Lless\@:
        ldk     r2,#0                   ! no other gains as much: the largest of those that gain less
        from_list r1
        jr      .Llook\@
.Lmore\@:
        next_in_list r1, .Lend\@
.Llook\@:
        cp      r0,MOVE_GAIN(r1)
        jr      ge,.Lmore\@
        cp      r6,MOVE_GAIN(r1)
        jr      le,.Lmore\@
        ld      r0,MOVE_GAIN(r1)
        ld      r2,r1
        jr      .Lmore\@
.Lend\@:
        or      r2,r2
        jr      z,\none
        ld      r6,r0
.Lfound\@:
        .endm

! exchange_bounds - negate and exchange the bounds for the other side.
! in     R8 lower, R9 upper bound
! out    R8 minus R9, R9 minus R8
! uses   R0
! clocks 23
        .macro  exchange_bounds
        ld      r0,r8
        ld      r8,r9
        neg     r8
        ld      r9,r0
        neg     r9
        .endm
