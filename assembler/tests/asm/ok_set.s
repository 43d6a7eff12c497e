! .set, and name = value: a variable; each use takes the value of its time.
        .set    n, 5
        .byte   n
        .set    n, n+1
        .byte   n
        .set    n, n*2
        .byte   n, n-1
        n = 5
        .byte   n
        n = n + 1
        .byte   n
        n = n << 2
        .byte   n
!= 05060c0b050618
