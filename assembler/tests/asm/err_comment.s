! A comment must end.
        nop
        ld r1,r2 /* and so on
        nop
