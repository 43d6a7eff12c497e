! Code after an odd number of bytes.
        .ascii  "even"
        ld      r1,r2
        .ascii  "odd"
        ld      r1,r2
