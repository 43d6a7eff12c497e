! .asciz: a zero after each string.
        .asciz  "abc"
        .asciz  "a", "b"
        .asciz  ""
!= 616263006100620000
