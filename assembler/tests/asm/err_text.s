! .ascii takes texts in quotation marks.
        .ascii  "abc"
        .asciz  "a", "b"
        .ascii  abc
        .asciz  5
        .ascii  "a", b
