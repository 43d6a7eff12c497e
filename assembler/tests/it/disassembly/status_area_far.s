! The same of a Z8001, in the segment of PSAPSEG: each place has a word more before FCW, and a PC has a segment.
!with segments far
!lines T1001c: / .long L1005a / .word 0x0000,0xc000 / T10024: / .long L1005e / .word 0x0000,0xc000
!lines T1002c: / .long L10062 / .word 0x0000,0xc000 / T10034: / .long L10066 / .word 0x0000,0xc000
!lines T1003c: / .long L1006a / .word 0x0000,0xc000 / T10044: / .long L1006e / .word 0x0000,0xc000
!lines T1004c: / .long L10072 / .long L10076 / .long L1007a / .word 0x0f0f / L1005a: / iret
        .z8001
        ld      r1,#0x8100
        ldctl   psapseg,r1
        ld      r1,#area
        ldctl   psapoff,r1
        halt
        .word   0x0f0f
area:   .word   0x0f0f,0x0f0f,0x0f0f,0x0f0f
        .word   0,0xc000,0x8100,one, 0,0xc000,0x8100,two, 0,0xc000,0x8100,three
        .word   0,0xc000,0x8100,four, 0,0xc000,0x8100,five, 0,0xc000,0x8100,six
        .word   0,0xc000,0x8100,seven,0x8100,eight,0x8100,nine,0x0f0f
one:    iret
        .word   0x0f0f
two:    iret
        .word   0x0f0f
three:  iret
        .word   0x0f0f
four:   iret
        .word   0x0f0f
five:   iret
        .word   0x0f0f
six:    iret
        .word   0x0f0f
seven:  iret
        .word   0x0f0f
eight:  iret
        .word   0x0f0f
nine:   iret
        .word   0x0f0f
