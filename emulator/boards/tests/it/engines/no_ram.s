! Stores to ROM and to no memory change nothing. In segment 1 there is ROM to 3FFF, nothing to 7FFF, RAM to BFFF; segment 3
! has nothing at all.
!on z8001
!register 6 65535
!register 7 65535
!register 8 1
!register 9 65535
start:  ld r1,#200
        ldl rr2,#0x81000000
        ldl rr4,#0x83000000
1:      ld rr2(#0x100),r1
        ld rr2(#0x5000),r1
        ld rr2(#0x9000),r1
        ld rr4(#0x100),r1
        ld r6,rr2(#0x100)
        ld r7,rr2(#0x5000)
        ld r8,rr2(#0x9000)
        ld r9,rr4(#0x100)
        djnz r1,1b
        halt
