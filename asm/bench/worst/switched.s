! switched.s - a branch of a loop leads to a different place after every 37 rounds.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x40
start:  ld      r5,#37
1:      inc     r1,#1
switch: jr      2f
2:      add     r2,r1
        xor     r3,r2
        bit     r3,#4
        jr      z,3f
        sub     r4,r3
3:      djnz    r5,1b
        ld      r0,switch
        xor     r0,#1                   ! to the addition, and after it
        ld      switch,r0
        jr      start
