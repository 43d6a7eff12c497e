! multiply.s - multiplications and divisions.

MULT_PERIOD  = 14
MULTL_PERIOD = 42
DIV_PERIOD   = 16
DIVL_PERIOD  = 56

        family  "mult"
        group   period=MULT_PERIOD
        mult    rr4,r6
        start
        reg     5,0
        reg     6,0
        vary
        flags   ALL_FLAGS
        reg     5,0x8000
        reg     5,0x7fff
        reg     5,0x0001
        reg     6,0x8000
        reg     6,0x7fff
        reg     6,0x0002
        walk
        done
        group   period=MULT_PERIOD
        mult    rr4,r6
        start
        vary
        flags   ALL_FLAGS
        reg     5,0xffff
        reg     6,0xffff
        walk
        reg     4,0x8001
        reg     5,0xffff
        reg     6,0xffff
        done
        group   period=MULT_PERIOD
        mult    rr4,#0x1234
        start
        vary
        flags   ALL_FLAGS
        reg     5,0x2d3c                ! product 0
        reg     5,0xffff
        code    1,0xffff
        walk
        code    1,0xffff
        done
        group   period=MULT_PERIOD
        mult    rr4,@r2
        start
        pointer 2,OPERAND
        vary
        flags   ALL_FLAGS
        reg     5,0x2d3c                ! product 0
        reg     5,0xffff
        mem     2,0xffff
        walk
        done
        group   period=MULT_PERIOD
        far
        mult    rr4,OPERAND
        start
        vary
        flags   ALL_FLAGS
        reg     5,0x2d3c                ! product 0
        reg     5,0xffff
        mem     2,0xffff
        walk
        done
        group   period=MULT_PERIOD
        far
        mult    rr4,OPERAND-0x105(r8)
        start
        reg     8,0x105
        vary
        flags   ALL_FLAGS
        reg     5,0x2d3c                ! product 0
        reg     5,0xffff
        mem     2,0xffff
        walk
        done
        close

        family  "multl"
        group   period=MULTL_PERIOD
        multl   rq4,rr8
        start
        reg     6,0
        reg     7,0
        reg     8,0
        reg     9,0
        vary
        flags   ALL_FLAGS
        reg     6,0x8000
        reg     6,0x7fff
        reg     7,0xffff
        reg     8,0x8000
        reg     8,0xffff
        reg     9,0xffff
        reg     9,0xfffe
        walk
        done
        group   period=MULTL_PERIOD
        multl   rq4,rr8
        start
        vary
        flags   ALL_FLAGS
        reg     6,0xffff
        reg     8,0xffff
        walk
        reg     6,0xffff
        reg     7,0xffff
        reg     9,0x8181
        done
! The product needs exactly one bit more than a long word, or just fits.
        group   period=MULTL_PERIOD
        multl   rq4,rr8
        start
        reg     6,0x0001
        reg     7,0x0000
        reg     8,0x0000
        reg     9,0x7fff
        vary
        flags   ALL_FLAGS
        reg     6,0xfffe
        reg     9,0xffff
        reg     8,0xffff
        walk
        reg     9,0xffff
        done
        group   period=MULTL_PERIOD
        multl   rq4,#0x12345678
        start
        reg     6,0
        vary
        flags   ALL_FLAGS
        reg     7,0x6978                ! product 0
        reg     6,0xffff
        walk
        code    1,0xffff
        done
        group   period=MULTL_PERIOD
        multl   rq4,@r2
        start
        reg     6,0
        pointer 2,OPERAND
        vary
        flags   ALL_FLAGS
        reg     7,0x6978                ! product 0
        reg     6,0xffff
        mem     2,0xffff
        walk
        done
        group   period=MULTL_PERIOD
        far
        multl   rq4,OPERAND
        start
        reg     6,0
        vary
        flags   ALL_FLAGS
        reg     7,0x6978                ! product 0
        reg     6,0xffff
        mem     2,0xffff
        walk
        done
        group   period=MULTL_PERIOD
        far
        multl   rq4,OPERAND-0x105(r8)
        start
        reg     6,0
        reg     8,0x105
        vary
        flags   ALL_FLAGS
        reg     7,0x6978                ! product 0
        reg     6,0xffff
        mem     2,0xffff
        walk
        done
        close

! Dividends are small enough for the quotient to fit, possibly with one extra bit.
        family  "div"
        group   period=DIV_PERIOD
        div     rr4,r6
        start
        reg     4,0
        reg     5,0x7fff
        reg     6,0x0041
        vary
        flags   ALL_FLAGS
        reg     5,0x7f00
        reg     6,0x0101
        reg     6,0xffff
        walk
        reg     5,0x7fff
        done
        group   period=DIV_PERIOD
        div     rr4,r6
        start
        reg     4,0xffc0
        reg     5,0x8765
        reg     6,0x4041
        vary
        flags   ALL_FLAGS
        reg     4,0xffff
        reg     6,0xffff
        reg     6,0x0300
        walk
        reg     5,0xffff
        reg     6,0x00ff
        done
! By zero.
        group   period=DIV_PERIOD
        div     rr4,r6
        start
        reg     6,0
        vary
        flags   ALL_FLAGS
        reg     4,0xffff
        walk
        reg     5,0xffff
        done
        group   period=DIV_PERIOD
        div     rr4,#0x4321
        start
        reg     4,0x0123
        vary
        flags   ALL_FLAGS
        reg     4,0xffff
        reg     4,0x0123                ! quotient 0
        reg     4,0x4000                ! one bit more
        code    1,0xffff
        walk
        code    1,0x00ff
        done
        group   period=DIV_PERIOD
        div     rr4,@r2
        start
        pointer 2,OPERAND
        reg     4,0x0123
        vary
        flags   ALL_FLAGS
        reg     4,0xffff
        reg     4,0x0123                ! quotient 0
        reg     4,0x4000                ! one bit more
        mem     2,0xffff
        walk
        done
        group   period=DIV_PERIOD
        far
        div     rr4,OPERAND
        start
        reg     4,0x0123
        vary
        flags   ALL_FLAGS
        reg     4,0xffff
        reg     4,0x0123                ! quotient 0
        reg     4,0x4000                ! one bit more
        mem     2,0xffff
        walk
        done
        group   period=DIV_PERIOD
        far
        div     rr4,OPERAND-0x105(r8)
        start
        reg     8,0x105
        reg     4,0x0123
        vary
        flags   ALL_FLAGS
        reg     4,0xffff
        reg     4,0x0123                ! quotient 0
        reg     4,0x4000                ! one bit more
        mem     2,0xffff
        walk
        done
        close

! Quotients of 17 bits, which the manual still defines: the last that fits and the first that does not.
        family  "div: one bit more"
        group   period=DIV_PERIOD
        div     rr4,r6
        start
        reg     4,0x0001
        reg     5,0x0000
        reg     6,0x0002
        vary
        flags   ALL_FLAGS
        reg     6,0xfffc                ! -2
        reg     5,0x0002
        walk
        reg     5,0x7fff
        done
        group   period=DIV_PERIOD
        div     rr4,r6
        start
        reg     4,0xfffe
        reg     5,0xffff
        reg     6,0x0002
        vary
        flags   ALL_FLAGS
        reg     6,0xfffc
        reg     5,0x0002
        walk
        reg     5,0x7fff
        done
        close

        family  "divl"
        group   period=DIVL_PERIOD
        divl    rq4,rr8
        start
        reg     4,0
        reg     5,0
        reg     6,0x1234
        reg     7,0x5678
        reg     8,0x0001
        vary
        flags   ALL_FLAGS
        reg     6,0x1204
        reg     8,0x0100
        reg     8,0xffff
        walk
        reg     7,0x8421
        reg     9,0x8421
        done
        group   period=DIVL_PERIOD
        divl    rq4,rr8
        start
        reg     4,0xffe0
        reg     8,0x4041
        vary
        flags   ALL_FLAGS
        reg     4,0xffff
        reg     8,0xffff
        walk
        reg     5,0xffff
        done
        group   period=DIVL_PERIOD
        divl    rq4,rr8
        start
        reg     8,0
        reg     9,0
        vary
        flags   ALL_FLAGS
        reg     4,0xffff
        walk
        done
        group   period=DIVL_PERIOD
        divl    rq4,rr8                 ! one bit more
        start
        reg     4,0x0000
        reg     5,0x0001
        reg     6,0
        reg     7,0
        reg     8,0
        reg     9,2
        vary
        flags   ALL_FLAGS
        reg     8,0xffff
        reg     7,0x0002
        reg     4,0xffff
        reg     5,0xffff
        walk
        reg     6,0x8001
        done
        group   period=DIVL_PERIOD
        divl    rq4,#0x12345678
        start
        reg     4,0x0123
        reg     5,0
        vary
        flags   ALL_FLAGS
        reg     4,0xffff
        reg     4,0x0123                ! quotient 0
        reg     4,0x0c00                ! one bit more
        walk
        code    2,0xffff
        done
        group   period=DIVL_PERIOD
        divl    rq4,@r2
        start
        pointer 2,OPERAND
        reg     4,0x0123
        reg     5,0
        vary
        flags   ALL_FLAGS
        reg     4,0xffff
        reg     4,0x0123                ! quotient 0
        reg     4,0x4000                ! one bit more
        mem     2,0xffff
        walk
        done
        group   period=DIVL_PERIOD
        far
        divl    rq4,OPERAND
        start
        reg     4,0x0123
        reg     5,0
        vary
        flags   ALL_FLAGS
        reg     4,0xffff
        reg     4,0x0123                ! quotient 0
        reg     4,0x4000                ! one bit more
        mem     2,0xffff
        walk
        done
        group   period=DIVL_PERIOD
        far
        divl    rq4,OPERAND-0x105(r8)
        start
        reg     8,0x105
        reg     4,0x0123
        reg     5,0
        vary
        flags   ALL_FLAGS
        reg     4,0xffff
        reg     4,0x0123                ! quotient 0
        reg     4,0x4000                ! one bit more
        mem     2,0xffff
        walk
        done
        close

! Quotients that do not fit at all: the registers and S are undefined.
        family  "div, divl: overflow"
        group   flags=ALL_FLAGS-S_FLAG, hidden=0x0030, period=DIV_PERIOD
        div     rr4,r6
        start
        reg     4,0x2345
        reg     6,0x0123
        vary
        flags   ALL_FLAGS
        reg     4,0xffff
        reg     6,0xffff
        reg     6,0x0122                ! 1
        walk
        reg     5,0xffff
        reg     6,0x00ff
        done
        group   flags=ALL_FLAGS-S_FLAG, hidden=0x00f0, period=DIVL_PERIOD
        divl    rq4,rr8
        start
        reg     4,0x2345
        reg     8,0x0123
        vary
        flags   ALL_FLAGS
        reg     4,0xffff
        reg     8,0xffff
        walk
        reg     9,0x00ff
        done
        close
