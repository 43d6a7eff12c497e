! it2v.s - iterative deepening, and the lines that it prints.

        .text

! it2v - search the position that was set, to increasing depths.
! "for(d=0; d<=targetd; d++) v= t2v(d,lv,uv);"
! in     R6 target depth
! out    a line on the console for each iteration
! uses   all registers but R15
! clocks own 78, +121 [iteration], +17 [first], +30 [undecided]
it2v:
        push    @r15,r6
        clr     nodes
        clr     nodes+2
        calr    to_root
        .if     SIMPLE == 0
        call    clear_tree
        .endif
        clr     r6
1:      push    @r15,r6
        clr     path+PLY_BEST           ! [iteration] depth 0 finds no move
        .if     SIMPLE == 0
        cp      r6,#1
        jr      ne,3f
        calr    score_root              ! [first]
        ld      r6,@r15                 ! ITERATION_DEPTH
3:      ld      r14,#tree
        .endif
        ld      r8,#-WIN
        ld      r9,#WIN
        call    t2v
        ld      r6,@r15                 ! ITERATION_DEPTH
        push    @r15,r0
        calr    report
        pop     r0,@r15
        pop     r6,@r15
        cp      r0,#MATES               ! the game is decided: nothing can change
        jr      ge,2f
        cp      r0,#-MATES
        jr      le,2f
        inc     r6,#1                   ! [undecided]
        cp      r6,@r15
        jr      le,1b
2:      pop     r6,@r15
        ret

! to_root - begin a search at the position that was set.
! in     `placed`, `material`
! out    R7, R10, R11, R12, `ply`
! uses   nothing else
! clocks 84
to_root:
        ld      r7,placed
        ld      r10,material
        ld      r11,#undo_end
        ld      r12,#lists
        ld      ply,#path
        see_mates HORIZON_MATES
        .if     SIMPLE
        ld      mate_value,#WIN
        .else
        ld      mate_value,#WIN-1
        ld      path+PLY_NODE,#tree
        .endif
        ret

        .if     SIMPLE == 0
! score_root - evaluate the root if the side to play does nothing.
! in     R7, R10-R12
! out    the score of the root's entry
! uses   R0-R6, R8, R9, R13, R14
! clocks own 140
score_root:
        push    @r15,ep
        clr     ep
        exb     rh7,rl7
        neg     r10
        ld      r8,#-WIN
        ld      r9,#WIN
        dec     mate_value,#1
        see_mates NULL_MATES
        call    xt1v
        see_mates HORIZON_MATES
        inc     mate_value,#1
        neg     r10
        exb     rh7,rl7
        pop     ep,@r15
        ldb     tree+ENTRY_SCORE,rl0
        ret
        .endif

! report - print the line of an iteration: depth, value, best move, nodes.
! in     R6 depth, R0 value
! uses   R0-R6
! clocks own 185, +24 [negative]
report:
        push    @r15,r0
        ld      r3,r6
        calr    print_word
        call    print_space
        pop     r3,@r15
        test    r3
        jr      pl,1f
        neg     r3                      ! [negative]
        ldb     rl0,#'-'
        call    putc
1:      calr    print_word
        call    print_space
        calr    print_best
        call    print_space
        ldl     rr2,nodes
        call    print_number
        jp      print_newline

! print_word - print a number.
! in     R3 the number
! uses   R0-R4
! clocks mean 955
print_word:
        clr     r2
        jp      print_number

! print_best - print the best move of the root, or a dash.
! in     the root's PLY_BEST
! uses   R0-R5
! clocks own 90, +2 [none], +88 [promotion]
print_best:
        ldm     r3,path+PLY_BEST,#3
        test    r3
        jr      nz,print_move
        ldb     rl0,#'-'                ! [none]
        jp      putc

! print_move - print a move.
! in     R3 from, R4 to, R5 special
! uses   R0, R3, R5
! clocks own 54, +88 [promotion]
print_move:
        push    @r15,r4
        calr    print_square
        pop     r3,@r15
        calr    print_square
        cp      r5,#PROMOTION
        ret     lt
        sub     r5,#PROMOTION           ! [promotion] the kind's letter, in lower case
        srl     r5,#1
        ldb     rl0,letters(r5)
        orb     rl0,#0x20
        jp      putc

! print_square - print the name of a square.
! in     R3 the square
! uses   R0, R3
! clocks 159
print_square:
        ldb     rl0,rl3
        andb    rl0,#7
        addb    rl0,#'a'
        call    putc
        ldb     rl0,rl3
        srlb    rl0,#4
        addb    rl0,#'1'-3
        jp      putc
