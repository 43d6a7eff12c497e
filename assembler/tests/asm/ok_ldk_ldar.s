! A small constant, and the address of a place relative to the program counter.
        ldk     r0,#0
        ldk     r1,#9
        ldk     r15,#15
start:  ldar    r1,table
        ldar    r2,start
        ldar    r3,.
table:  .word   1, 2
!= bd00bd19bdff340100083402fff83403fffc00010002
