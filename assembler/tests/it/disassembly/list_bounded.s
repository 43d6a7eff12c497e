! A list of jumps after a mask has as many jumps as the mask leaves numbers.
!instructions 0 4 8 c 14 16 18 1a
        and r7,#4
        jp list(r7)
list:   jp one
        jp two
        jp three
one:    clr r1
        ret
two:    clr r2
        ret
        .word 0x0f0f
three:  clr r3
        ret
