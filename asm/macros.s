! macros.s - steps of the pieces, and instructions that several routines share.

! each_line_step - `do` once for each step of a rook, in the order in which moves are listed: up, right, down, left.
        .macro  each_line_step do
        .irp    step, 0x10, 0x01, -0x10, -0x01
        \do     \step
        .endr
        .endm

! each_diagonal_step - `do` once for each step of a bishop.
        .macro  each_diagonal_step do
        .irp    step, 0x11, -0x0f, -0x11, 0x0f
        \do     \step
        .endr
        .endm

! each_king_step - `do` once for each step of a king, which are also the directions of a queen.
        .macro  each_king_step do
        each_line_step "\do"
        each_diagonal_step "\do"
        .endm

! each_knight_step - `do` once for each step of a knight.
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

! count_node - count a position at which moves are listed.
! clocks 19, unless [carry]
        .macro  count_node
        inc     nodes+2,#1
        jr      nz,.Lcounted\@
        inc     nodes,#1                ! [carry]
.Lcounted\@:
        .endm

! largest_gain - find the move of a list that gains most, the first of equals,
!                or the last where LIST_ORDER says so.
! in     R13 the list, `end` the register with its end, `gain` one with what the move must gain more than
! out    R2 the move, Z set and 0 if none gains more; `gain` what it gains
! uses   R1
! clocks 32, +30 [listed], +13 [larger]
        .macro  largest_gain gain, end
        .if     LIST_ORDER == REVERSED
        ldk     r2,#0
        ld      r1,\end
        jr      .Lmore\@
.Lmove\@:
        cp      \gain,MOVE_GAIN(r1)     ! [listed]
        jr      ge,.Lmore\@
        ld      \gain,MOVE_GAIN(r1)     ! [larger]
        ld      r2,r1
.Lmore\@:
        dec     r1,#MOVE_SIZE
        cp      r1,r13
        jr      uge,.Lmove\@
        or      r2,r2
        .else
        ldk     r2,#0
        ld      r1,r13
        jr      .Lmore\@
.Lmove\@:
        cp      \gain,MOVE_GAIN(r1)     ! [listed]
        jr      ge,.Lnext\@
        ld      \gain,MOVE_GAIN(r1)     ! [larger]
        ld      r2,r1
.Lnext\@:
        inc     r1,#MOVE_SIZE
.Lmore\@:
        cp      r1,\end
        jr      ult,.Lmove\@
        or      r2,r2
        .endif
        .endm

! exchange_bounds - turn the bounds round for the other side.
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
