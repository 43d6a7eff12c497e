! `.string` is `.asciz`.
        .string "ab", "c"
!= 6162006300
