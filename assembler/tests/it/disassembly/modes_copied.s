! Code and a program status area that are copied before they are used are read where they come from.
!with segments reset
!lines L0044: / clr r2 / iret / D0048: / clr r4 / halt
        .z8001
        .word 0,0xc000
        .long start
start:  ldl rr2,#area
        ldl rr4,#0x80004000
        ld r1,#16
        ldir @rr4,@rr2,r1
        ldl rr2,#code
        ldl rr4,#0x80005000
        ld r1,#4
        ldirb @rr4,@rr2,r1
        ld r1,#0x4000
        ldctl psapoff,r1
        jp 0x80005000
        .org 0x44
call:   clr r2
        iret
code:   clr r4
        halt
area:   .word 0,0,0,0, 0,0,0,0, 0,0,0,0, 0,0xc000
        .long call
