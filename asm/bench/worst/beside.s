! beside.s - a loop counts in a variable directly after its own code.

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
