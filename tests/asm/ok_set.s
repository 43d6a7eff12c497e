! .set: a variable; each use takes the value of its time.
        .set    n, 5
        .byte   n
        .set    n, n+1
        .byte   n
        .set    n, n*2
        .byte   n, n-1
!= 05060c0b
