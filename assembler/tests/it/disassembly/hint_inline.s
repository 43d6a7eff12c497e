! Hints describe data after calls of code outside.
!hint inline 0x8000 text
!hint inline 0x9000 2
!lines call 0x8000 / D0004: / .asciz "some text" / call 0x9000 / .word 0xb100 / clr r1 / ret
        call 0x8000
        .asciz "some text"
        call 0x9000
        .word 0xb100
        clr r1
        ret
