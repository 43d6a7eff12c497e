! Repetitions in repetitions: a table of products, a table of pairs.
        .set    i, 1
        .rept   3
        .set    j, 1
        .rept   4
        .byte   i*j
        .set    j, j+1
        .endr
        .set    i, i+1
        .endr
        .irp    a, 1, 2
        .irp    b, 3, 4
        .byte   \a*16+\b
        .endr
        .endr
!= 01020304020406080306090c13142324
