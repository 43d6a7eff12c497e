! Non-segmented code stays in its segment. LDPS goes to <<2>>100 without segmented mode; there, @R3 is in segment 2.
!on z8001
!register 2 45150 1 + 2 + ... + 300
!segment 2
start:  ldps status
        .org 0x80
status: .word 0, 0x4000, 0x8200, 0x100
        .org 0x20100
        .z8002
        ld r1,#300
        ld r3,#0x400
1:      ld @r3,r1
        add r2,@r3
        djnz r1,1b
        halt
