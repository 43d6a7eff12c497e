! A label without its colon.
first   .word   1
second  ld      r1,r2
somewhere other r1
