! Every condition of GNU as.
        .set    n, 3
        .ifeq   n - 3
        .byte   1
        .endif
        .ifne   n
        .byte   2
        .endc
        .ifgt   n
        .byte   3
        .endif
        .ifge   n - 3
        .byte   4
        .endif
        .iflt   -n
        .byte   5
        .endif
        .ifle   n
        .byte   99
        .else
        .byte   6
        .endif
        .ifc    abc, abc
        .byte   7
        .endif
        .ifnc   abc, abd
        .byte   8
        .endif
        .ifeqs  "x y", "x y"
        .byte   9
        .endif
        .ifb
        .byte   10
        .endif
        .ifnb   something
        .byte   11
        .endif
        .ifnotdef nothing
        .byte   12
        .endif
!= 0102030405060708090a0b0c
