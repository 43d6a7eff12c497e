! A use before the first .set takes its first value.
        .word   a
        .set    a, 1
        .word   a
        .set    a, 2
        .word   a
!= 000100010002
