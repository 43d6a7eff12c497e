! Register 0 is not an index.
        ld      r0,4(r1)
        jp      4(r1)
        ld      r1,4(r0)
        jp      4(r0)
