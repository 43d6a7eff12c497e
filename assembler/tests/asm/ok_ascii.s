! .ascii: the characters of strings and nothing after them.
        .ascii  "abc"
        .ascii  "no", " end"
        .ascii  ""
        .ascii  "! no comment, /* neither */"
!= 6162636e6f20656e6421206e6f20636f6d6d656e742c202f2a206e6569746865
!= 72202a2f
