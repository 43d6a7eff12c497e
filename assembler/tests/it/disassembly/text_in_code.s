! But not for a string.
!with code guess
!instructions 0
        ret
        .asciz "Hello, world"
