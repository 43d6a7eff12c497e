! .equ may name what comes later.
        .equ    LENGTH, end-start
        ld      r1,#LENGTH
start:  .byte   1, 2, 3
end:    .even
        ld      r2,#LENGTH*2
!= 210100030102030021020006
