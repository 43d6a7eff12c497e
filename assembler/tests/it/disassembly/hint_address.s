! Numbers in an instruction and in data are addresses, because a hint says so.
!hint address 0 10
!lines ld r1,#D000a / ld r2,#0xa / ret
!lines D000a: / .word D000c / D000c: / .word 0x1234
        ld r1,#10
        ld r2,#10
        ret
        .word 12,0x1234
