! . is the address at which the line begins.
        nop
        .word   .
        ld      r1,#.
here:   .word   .-here
        .word   .-here
        jr      .
        jr      .+4
!= 8d0700022101000400000002e8ffe801
