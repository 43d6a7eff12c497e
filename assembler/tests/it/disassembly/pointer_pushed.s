! Its caller cannot be seen; but its address is a number, and it follows the end of other code.
!lines clr r2 / ret
        push @r15,#handler
        call 0x8000
        ret
handler: clr r2
        ret
