! t1v.s - first-order quiescence: the capture tree, and see-checkmates on top.

        .text

! t1v - value of the position when only captures and promotions to a queen
!       are played, and either side may stand pat.
! in     R8 lower bound, R9 upper bound, R10 material of the side to play;
!        R7, R11, R12, `ep`
! out    R0 value
! uses   R1-R6, R8, R13, R14; keeps R7, R9-R12
! stack  16 bytes per ply
! clocks mean 5,860
!
! "bestv=max(lv,mb); // use null move value"
t1v:
        cp      r10,r8
        jr      le,1f
        ld      r8,r10
1:      cp      r8,r9
        jr      ge,t1v_upper
        count_node
        ld      r14,r8                  ! "if(newmb<=bestv) break;": what gains no more
        sub     r14,r10                 ! than this is not even listed
        push    @r15,r12
        call    listcapts
        pop     r13,@r15
        jr      c,king_was_taken
        cp      r12,r13
        jr      eq,t1v_best

! "m= selectlargestremainingcapt(ml); // search in order of material gain"
t1v_select:
        largest_gain
t1v_try:
        ld      r14,r2

! "make(m); v= -t1v(-uv,-bestv); unmake();"
        dec     r15,#FRAME_CAPTURE_SIZE
        ldm     @r15,r8,#FRAME_CAPTURE_SIZE/2
        ldm     r3,@r2,#3
        add     r10,r6
        neg     r10
        or      r5,r5
        jr      nz,t1v_promotion
        make_capture
        exchange_bounds
        calr    t1v
        unmake_capture
t1v_back:
        ldm     r8,@r15,#FRAME_CAPTURE_SIZE/2
        inc     r15,#FRAME_CAPTURE_SIZE
        neg     r0
        cp      r0,r8
        jr      le,t1v_next
        ld      r8,r0
        cp      r8,r9
        jr      ge,king_was_taken
t1v_next:
        ld      r0,r8
        sub     r0,r10
        next_gain t1v_best
        jr      t1v_try
! "if(kingcapt found)": the move before was illegal, so nothing is better.
king_was_taken:
        ld      r12,r13
t1v_upper:
        ld      r0,r9
        ret
t1v_best:
        ld      r12,r13
        ld      r0,r8
        ret
t1v_promotion:                          ! or en passant
        call    make
        exchange_bounds
        calr    t1v
        call    unmake
        jr      t1v_back

! xt1v - the capture tree's value, or the upper bound if the side to
!        play can mate in one.
! in     as t1v, and `ply`, `mate_value`
! out    R0 value
! uses   as t1v
! clocks mean 12,300
!
! "t= matev(1); // look for checkmates ?? not sure what depth was used"
!
! "The 1986 program tracked distance to mate": a mate is worth `mate_value`,
! which is smaller the farther it is from the root.
xt1v:
        calr    t1v
        cp      r0,r9
        ret     ge
        cp      r0,mate_value
        ret     ge
        push    @r15,r0
        call    matev
        ld      r1,r0
        pop     r0,@r15
        or      r1,r1
        ret     z
        ld      r0,mate_value
        .if     DEEP_MATES
        dec     r1,#1                   ! each further move is two plies
        sub     r0,r1
        sub     r0,r1
        .endif
        cp      r0,r9
        ret     le
        ld      r0,r9
        ret
