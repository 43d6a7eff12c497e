! Numbers: decimal, hexadecimal, binary; digits in any case.
        .word   10, 0x10, 0b10
        .word   0xabcd, 0xABCD, 0XaB
        .word   65535, 0xffff, 0b1111111111111111
!= 000a00100002abcdabcd00abffffffffffff
