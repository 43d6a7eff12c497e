! A call of the return address continues the caller, a word further if that was added, and then what follows it here.
!instructions 0 6 8 a c e 10
        call    sub
        .word   0x9e08
        clr     r2
        halt
sub:    pop     r1,@r15
        inc     r1,#2
        call    @r1
        halt
