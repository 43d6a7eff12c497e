! Negation, complement, and extension of the sign.
        neg     r1
        neg     @r2
        negb    rl1
        negb    0x1234
        com     r1
        com     0x1234(r2)
        comb    rh1
        comb    @r2
        extsb   r1
        exts    rr2
        extsl   rq4
!= 8d120d228c924c0212348d104d2012348c100c20b110b12ab147
