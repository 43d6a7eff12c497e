! Arguments can be given by the names of the parameters.
        .macro  put reg, value=1
        ld      \reg,#\value
        .endm
        put     reg=r3
        put     value=5, reg=r4
        put     r5, value=6
!= 210300012104000521050006
