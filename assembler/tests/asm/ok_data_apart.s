! Data have their own memory: the same addresses as the program (by hand).
        .text
        ld      r1,value
        ld      r2,other
        .data
value:  .word   0x1234
other:  .word   0x5678
!= 6101000061020002
