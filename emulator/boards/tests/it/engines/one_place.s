! A place may hold one routine after another: each round copies one of two to the same place and runs it a few times.
!on z8002
!register 2 1000 10 * (20 * 3 + 20 * 2)
start:  ld r15,#0x8000
        ld r1,#40
        ld r6,#one
        ld r7,#two
1:      ex r6,r7
        ld r8,r6
        ld r9,#place
        ld r10,#4
        ldir @r9,@r8,r10
        ld r3,#10
2:      call place
        djnz r3,2b
        djnz r1,1b
        halt
one:    add r2,#3
        ret
        nop
two:    inc r2,#1
        inc r2,#1
        ret
        nop
        .org 0x300
place:  .space 16
