! tree.s - the stored tree: how entries are allocated, linked and released.
!
! "The 1986 program maintained a linked-list tree from iteration to
! iteration.  The tree was built and pruned continuously throughout the
! searches."
!
! An entry is a position reached by an eligible move: one that the null
! move does not refute at the next ply.  A node's entries form a list, the
! best move first; entries that are not in use form the free list.

        .text

! clear_tree - free all entries but the root's.
! out    `free`
! uses   R1-R3
! clocks 195,089
clear_tree:
        ld      r1,#tree
        ldk     r3,#ENTRY_SIZE/2        ! the root has nothing yet
1:      clr     @r1
        inc     r1,#2
        djnz    r3,1b
        ld      free,r1
        ld      r3,#TREE_ENTRIES-2      ! all but the root and the last
2:      lda     r2,ENTRY_SIZE(r1)
        ld      ENTRY_NEXT(r1),r2
        ld      r1,r2
        djnz    r3,2b
        clr     ENTRY_NEXT(r1)
        ret

! allocate - take an entry off the free list; prune the tree if there is none.
! out    R13 the entry, 0 if even pruning freed none
! uses   R1-R5
! clocks 50, unless [full]
allocate:
        ld      r13,free
        or      r13,r13
        .if     PRUNING
        jr      nz,1f
        calr    prune                   ! [full]
        ld      r13,free
        or      r13,r13
        .endif
        ret     z
1:      ld      r1,ENTRY_NEXT(r13)
        ld      free,r1
        ret

! free_children - free all entries below a node.
! in     R14 node
! uses   R1; keeps R14
! stack  4 bytes per ply
! clocks own 94, +57 [child]
free_children:
        resb    ENTRY_SPECIAL(r14),#COMPLETE_BIT
        ld      r1,ENTRY_FIRST(r14)
        clr     ENTRY_FIRST(r14)
        clr     ENTRY_HINT(r14)
        push    @r15,r14
        ld      r14,r1
        jr      2f
1:      calr    free_children           ! [child]
        ld      r1,ENTRY_NEXT(r14)
        push    @r15,r1
        calr    release
        pop     r14,@r15
2:      or      r14,r14
        jr      nz,1b
        pop     r14,@r15
        ret

! release - put an entry on the free list.
! in     R14 entry
! out    `free`
! uses   R1
! clocks 42
release:
        ld      r1,free
        ld      ENTRY_NEXT(r14),r1
        ld      free,r14
        ret

! prune - free what is least needed: all but the best line of every node
!         that is not on the path.
! uses   R1-R5
! clocks mean 7,520
prune:
        push    @r15,r14
        ld      r3,#path                ! R3 record, R4 its node's child on the path
1:      ld      r14,PLY_NODE(r3)
        ldk     r4,#0
        cp      r3,ply
        jr      eq,2f
        ld      r4,PLY_NODE+PLY_SIZE(r3)
2:      ld      r5,ENTRY_FIRST(r14)
        jr      5f
3:      cp      r5,r4
        jr      eq,4f
        push    @r15,r5
        calr    keep_best_line
        pop     r5,@r15
4:      ld      r5,ENTRY_NEXT(r5)
5:      or      r5,r5
        jr      nz,3b
        add     r3,#PLY_SIZE
        cp      r3,ply
        jr      ule,1b
        pop     r14,@r15
        ret

! keep_best_line - free all entries below a node but the first of each list.
! in     R5 node
! uses   R1, R2, R5, R14
! clocks own 24, +62 [list], +14 [others], +57 [freed]
keep_best_line:
        ld      r2,ENTRY_FIRST(r5)
        or      r2,r2
        ret     z
        ld      r14,ENTRY_NEXT(r2)      ! [list]
        clr     ENTRY_NEXT(r2)
        or      r14,r14
        jr      z,2f
        resb    ENTRY_SPECIAL(r5),#COMPLETE_BIT ! [others]
1:      calr    free_children           ! [freed]
        ld      r1,ENTRY_NEXT(r14)
        push    @r15,r1
        calr    release
        pop     r14,@r15
        or      r14,r14
        jr      nz,1b
2:      ld      r5,r2
        jr      keep_best_line

! insert - put an entry into its node's list, after those of equal score.
! "In t2v the eligible moves were ordered by their score from t1v."
! in     R13 entry, R14 node
! uses   R0-R3
! clocks 77, +16 [entry], +29 [passed]
insert:
        ldb     rl0,ENTRY_SCORE(r13)
        lda     r1,ENTRY_FIRST-ENTRY_NEXT(r14)  ! as if the list's head were an entry
1:      ld      r2,ENTRY_NEXT(r1)
        or      r2,r2
        jr      z,2f
        cpb     rl0,ENTRY_SCORE(r2)     ! [entry]
        jr      gt,2f
        ld      r1,r2                   ! [passed]
        jr      1b
2:      ld      ENTRY_NEXT(r13),r2
        ld      ENTRY_NEXT(r1),r13
        ret

! to_front - move the best child to the head of its list.
! in     R14 node; PLY_FRONT the child, 0 for none
! uses   R1-R4
! clocks 33, +86 [best], +23 [child], +3 [head]
to_front:
        ld      r4,ply
        ld      r1,PLY_FRONT(r4)
        or      r1,r1
        ret     z
        lda     r2,ENTRY_FIRST-ENTRY_NEXT(r14) ! [best]
        ld      r4,ENTRY_FIRST(r14)
1:      ld      r3,r2                   ! [child] R3 the entry before R2
        ld      r2,ENTRY_NEXT(r2)
        cp      r2,r1
        jr      ne,1b
        ld      r2,ENTRY_NEXT(r1)
        ld      ENTRY_NEXT(r3),r2
        cp      r4,r1                   ! it was the head already
        jr      ne,2f
        ld      r4,r2                   ! [head]
2:      ld      ENTRY_NEXT(r1),r4
        ld      ENTRY_FIRST(r14),r1
        ret

! is_child - is a move in a node's list?  The clocks exclude another
!            promotion on the same squares.
! in     R0 from and to, RH1 special; R14 node
! out    Z set: it is
! uses   R2, R3
! clocks 43, +36 [child], -6 [same squares]
is_child:
        ld      r2,ENTRY_FIRST(r14)
        jr      2f
1:      cp      r0,ENTRY_MOVE(r2)       ! [child]
        jr      ne,3f
        ldb     rl3,ENTRY_SPECIAL(r2)   ! [same squares]
        andb    rl3,#SPECIAL_BITS
        cpb     rl3,rh1
        ret     eq
3:      ld      r2,ENTRY_NEXT(r2)
2:      or      r2,r2
        jr      nz,1b
        resflg  z
        ret
