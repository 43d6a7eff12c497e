! A system call that does not return.
!hint noreturn sc 2
!instructions 0
        sc #2
        clr r1
        ret
hidden: clr r2
        call stop
        .word 0xb100
        .byte 1,2
        .word 3,4
        .long 5
table:  .word other
other:  clr r3
        ret
stop:   ret
