! Names.
count:  ld      r1,coumt
count:  lod     r1,r2
        .wrod   1
r5:     nop
        jr      1f
        .equ    a, b
        .equ    b, a
        .word   a
