! Six characters are no code, even if they would be instructions.
!with code
!instructions 0
        ret
        .ascii "AAAAAA"
        .word 0x9e08,0x9e08
