! A program may rewrite what it has just run: the store changes an instruction which the program has passed, for the
! next round, also in the round in which the trace is made. A920 and A921 are INC R2,#1 and INC R2,#2; the first round has
! the instruction as it was assembled.
!on z8001 z8002
!register 2 450 1 + 150 * 2 + 149
start:  ld r1,#300
        ld r4,#0xa920
1:      nop
2:      inc r2,#1
        inc r5,#1
        xor r4,#1
        ld 2b,r4
        bit r1,#3
        jr z,3f
        inc r6,#1
3:      djnz r1,1b
        halt
