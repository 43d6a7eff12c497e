! A text that does not end.
        .ascii  "abc"
        .even
        .ascii  "abc
        nop
