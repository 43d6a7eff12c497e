! Program and data may be apart: the word at <<2>>200 is another one for LDR, which reads the program, than for LD.
!on z8001
!register 5 2100 7 * 300
!register 6 45150 1 + 2 + ... + 300
start:  ldl rr14,#0x80008000
        ld r1,#300
        jp far
        .org 0x20100
far:    ld <<2>>0x200,r1
        ldr r3,there
        ld r4,<<2>>0x200
        add r5,r3
        add r6,r4
        djnz r1,far
        halt
        .org 0x20200
there:  .word 7
