! The stack is written with @.
        push    @r15,r1
        pop     r1,@r15
        push    r15,r1
        pop     r1,r15
