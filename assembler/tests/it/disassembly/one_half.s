! CPB with its byte in one half of the word only.
!lines .word 0x0a08,0x000d / ret
!text cpb rl0,#0xd
        .word 0x0a08,0x000d,0x9e08
