! Contents where there can be none, and two pieces at one place.
        .text
        .org    0x10
        nop
        nop
        .org    0x12
        nop
        .bss
        .word   1
        .data
        .org    0xffff
        .byte   1, 2
