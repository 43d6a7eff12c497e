! An error in a repetition is told for each time.
        .set    n, 15
        .rept   3
        ldk     r1,#n
        .set    n, n+1
        .endr
