! `.bss` has no contents.
        .bss
        nop
        .word   1
        .incbin "include/letters.bin"
        .space  4,1
        .space  4
