! In a list `.` is the address of each number.
        .word   0
        .word   ., ., .+2
        .long   .-4
!= 000000020004000880000004
