! A program may rewrite what replaces its flags. After the jump the flags of CP are replaced by ADD, before TCC tests
! them: unless the store has made a NOP of ADD, as in every other round. 8155 is ADD R5,R5: R5 is 0, so that the sum is 0
! and EQ holds. With NOP it does not, R1 being never 0.
!on z8002 z8001
!register 2 150
start:  ld r1,#300
        ld r6,#0x8d07
        ld r7,#0x8155
1:      ex r6,r7
        cp r1,r8
        jr 3f
        nop
3:      ld 4f,r6
4:      add r5,r5
        ldk r9,#0
        tcc eq,r9
        add r2,r9
        djnz r1,1b
        halt
