! Numeric labels before and after.
1:      jr      1b
        djnz    r1,1b
        jr      3b
2:      jr      2f
        jr      1f
