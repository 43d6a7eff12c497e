! Repetitions in repetitions: a table of products.
        .set    i, 1
        .rept   3
        .set    j, 1
        .rept   4
        .byte   i*j
        .set    j, j+1
        .endr
        .set    i, i+1
        .endr
!= 01020304020406080306090c
