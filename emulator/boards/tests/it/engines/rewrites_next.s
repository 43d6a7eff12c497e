! A program may rewrite the instruction that follows: INC R2,#1 and INC R2,#2 in turn.
!on z8001 z8002
!register 2 450 150 + 2 * 150
start:  ld r1,#300
        ld r4,#0xa920
1:      xor r4,#1
        ld 2f,r4
2:      inc r2,#1
        djnz r1,1b
        halt
