! A reset and the program status area are entries.
!with reset
!lines clr r1 / iret
!lines clr r2 / iret
!lines clr r3 / iret
!lines clr r4 / iret
!lines clr r5 / iret
!lines T0004: / .word L0006
        .word 0,0x4000,start
start:  ld r1,#area
        ldctl psap,r1
1:      halt
        jr 1b
area:   .word 0,0, 0x4000,epu, 0x4000,priv, 0x4000,sc, 0,0, 0,0, 0,0, 0x4000,int1,int2
epu:    clr r1
        iret
priv:   clr r2
        iret
sc:     clr r3
        iret
int1:   clr r4
        iret
int2:   clr r5
        iret
