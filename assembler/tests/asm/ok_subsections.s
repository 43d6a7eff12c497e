! Subsections are in the order of their numbers, and what they hold counts from the beginning of the section.
        .text   1
        ld      r1,first
        .balign 8
second: ld      r2,third
        .p2align 2,0x55
        .text
        .word   0x1111
first:  jr      second
        .text   3
        .org    0x24
third:  .word   own, last, 0x3333
        .section .text, 2
        .word   0x2222
        .section .bss, 2
        .space  2
last:   .space  2
        .lcomm  own, 4
        .bss
        .space  2
        .text
        .word   last
!= 1111e806000a6101000200000000000061020024222200000000000000000000000000000004000a3333
