! Repetition, and variables whose uses take the value of their time.
        .set    n, 1
        .rept   3
        .byte   n
        .set    n, n*2
        .endr
        .even
        .irp    reg, r1, r2, r3
        clr     \reg
        .endr
!= 010204008d188d288d38
