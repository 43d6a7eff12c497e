! A word among the data that is the address of what follows the end of other code is evidence; a number in an
! instruction that compares is none. What was found in one round is evidence for the next.
!instructions 0 4 6 8 a c e 10 1a
        cp r1,#no
        ret
one:    clr r1
        ret
two:    clr r2
        ret
three:  clr r3
        jp late
        ret
no:     clr r4
        ret
late:   jr three
        .word one,two,three,late
        .word 0x9d00
