! Conditions in a macro decide anew in each call.
        .macro  step n
        .if     \n == 1
        inc     r1,#1
        .else
        add     r1,#\n
        .endif
        .endm
        step    1
        step    20
!= a91001010014
