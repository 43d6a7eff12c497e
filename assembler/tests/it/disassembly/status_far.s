! LDPS loads PSW from its own segment.
!with segments far
!text ldps D10020
!lines D10020: / .word 0x0000 / .word 0xc000 / T10024: / .long L10040 / .word 0x0f0f,0x0f0f
        .z8001
        ldps 0x81000020
        .org 0x20,0x0f
status: .word 0,0xc000
        .long 0x81000040
        .org 0x40,0x0f
there:  clr r1
        halt
