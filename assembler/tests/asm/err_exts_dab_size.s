! The sizes of sign extensions and of decimal adjustment.
        extsb   r1
        exts    rr2
        extsl   rq4
        dab     rl1
        exts    r1
        extsb   rr2
        dab     r1
