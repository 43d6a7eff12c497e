! .org relative to the current address, and `.` itself moved.
        .word   1
        .org    .+4
        .word   2
        . = . + 2
        .word   .
!= 00010000000000020000000a
