! .asciz: a zero behind each text.
        .asciz  "abc"
        .asciz  "a", "b"
        .asciz  ""
!= 616263006100620000
