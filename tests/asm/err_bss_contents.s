! .bss has no contents.
        .bss
        .space  4
        .asciz  "a"
        .word   5
