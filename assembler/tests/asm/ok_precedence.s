! Operators by rank: first * / % << >>, then | ^ &, then + - and comparisons.
        .word   1+1<<2, 8>>1+1, 1<<2*3, 1|2+4, 2+3&1
        .word   10-4-3, 100/5/2, 7%4*2, -2*3, ~0&0xff
!= 00050005000c000700030003000a0006fffa00ff
