! In the program status area, FCW and PC of six traps and interrupts follow a reserved place, then FCW of vectored
! interrupts and a PC for each vector. A PC of 0 is none.
!lines .word 0x0f0f,0x0f0f,0x0f0f,0x4000 / T0010: / .word L0030 / .word 0x4000 / T0014: / .word L0034 / .word 0x4000
!lines T0018: / .word L0038 / .word 0x4000 / T001c: / .word L003c / .word 0x4000 / T0020: / .word L0040
!lines .word 0x0000,0x4000 / T0028: / .word L0044 / .word L0048 / .word L004c / .word 0x0f0f / L0030: / iret
        ld      r1,#area
        ldctl   psap,r1
        halt
        .word   0x0f0f
area:   .word   0x0f0f,0x0f0f, 0x4000,one, 0x4000,two, 0x4000,three, 0x4000,four, 0x4000,five, 0x4000,0
        .word   0x4000,seven,eight,nine,0x0f0f
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
seven:  iret
        .word   0x0f0f
eight:  iret
        .word   0x0f0f
nine:   iret
        .word   0x0f0f
