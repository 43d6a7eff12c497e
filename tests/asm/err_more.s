! Directives without operands take none.
        .even   2
        .text   1
        .z8001  x
        .if     1
        .endif  x
        .endif
