! Without an entry everything is disassembled.
!with no-entry
!lines ldk r1,#5 / .word 0x9d00 / ret / .byte 0x01
        ldk r1,#5
        .word 0x9d00
        ret
        .byte 1
