! Signs bind strongest, and can be repeated.
        .word   -1, +1, ~1
        .word   --1, -~1, ~-1
        .word   -2+3, 3- -2, -2*-3
!= ffff0001fffe000100020000000100050006
