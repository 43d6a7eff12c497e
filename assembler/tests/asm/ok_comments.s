! Comments: ! to the end of the line, /* */ anywhere.
        ld      r1,r2 ! as here
! nop
        /* nop */ ld r3,/* inside */r4
        /* nop
           nop */
        nop
        .ascii  "a!b" ! texts keep theirs
!= a121a1438d07612162
