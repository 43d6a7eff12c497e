! Data may lie beside the code.
!on z8002 z8001
!register 3 59714 1 + 2 + ... + 500, in 16 bits
start:  ld r1,#500
1:      inc count,#1
        ld r2,count
        ld r4,sum
        add r4,r2
        ld sum,r4
        djnz r1,1b
        ld r3,sum
        halt
count:  .word 0
sum:    .word 0
