! Instructions that there are not.
        ld      r1,r2
        ldb     rl1,rl2
        foo     r1
        lod     r1,r2
        ld.w    r1,r2
