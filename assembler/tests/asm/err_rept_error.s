! An error in a repetition is reported each time.
        .set    n, 15
        .rept   3
        ldk     r1,#n
        .set    n, n+1
        .endr
