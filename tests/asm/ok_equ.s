! .equ: constants.
        .equ    SIZE, 16
        .equ    LAST, SIZE-1
        .equ    MASK, ~LAST & 0xff
        ld      r1,#SIZE
        ld      r2,#LAST
        andb    rl1,#MASK
!= 210100102102000f0609f0f0
