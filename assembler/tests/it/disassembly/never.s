! A jump or return with the condition that never holds goes nowhere; one that always holds ends.
!instructions 0 2 6 8 a
        jr f,away
        jp f,away
        ret f
        nop
        jr on
away:   clr r1
        ret
on:     .word 0x9d00
