! Numeric labels: Nb is the last one before, Nf the next one after.
1:      nop
2:      jr      1b
        jr      2b
        jr      1f
        jr      2f
1:      jr      1b
2:      djnz    r1,2b
10:     jr      10b
        .word   1b, 2b
!= 8d07e8fee8fee801e801e8fff181e8ff000a000c
