! .equ: constants, which may name what comes later.
        .equ    SIZE, 16
        .equ    LAST, SIZE-1
        .equ    MASK, ~LAST & 0xff
        ld      r1,#SIZE
        ld      r2,#LAST
        andb    rl1,#MASK
        .equ    LENGTH, end-start
        ld      r1,#LENGTH
start:  .byte   1, 2, 3
end:    .even
        ld      r2,#LENGTH*2
!= 210100102102000f0609f0f0210100030102030021020006
