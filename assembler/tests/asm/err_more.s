! Directives without operands take none.
        .even   2
        .bss    1
        .z8001  x
        .if     1
        .endif  x
        .endif
