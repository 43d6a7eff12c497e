! An extended instruction has a second word, for its unit.
!instructions 0 4 6
!lines ext8f #0x58 / .word 0x2001 / nop / ret
        .word 0x8f58,0x2001
        nop
        ret
