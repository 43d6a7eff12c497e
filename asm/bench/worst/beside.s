! beside.s - a variable is directly after the loop that counts in it.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x40
start:  inc     var,#1
        ld      r1,var
        add     r2,r1
        jr      start
var:    .word   0
