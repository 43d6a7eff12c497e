! A repetition in a macro.
        .macro  clear first, count
        .set    n, \first
        .rept   \count
        .byte   n
        .set    n, n+1
        .endr
        .endm
        clear   1, 3
        clear   9, 1
!= 01020309
