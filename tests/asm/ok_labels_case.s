! Symbols are case-sensitive.
a:      nop
A:      nop
        .word   a, A
!= 8d078d0700000002
