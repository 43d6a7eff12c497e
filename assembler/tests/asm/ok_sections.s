! A section continues where it was left.
        .text
first:  ld      r1,#1
        .data
        .word   0x1111, 0x2222
        .text
second: ld      r2,#2
        .bss
        .org    0x100
        .space  10
        .text
        .word   first, second
!= 210100012102000200000004
