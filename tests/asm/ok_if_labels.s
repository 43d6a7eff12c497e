! A condition may name labels that stand before it.
start:  .space  6
        .if     . - start > 4
        .byte   1
        .else
        .byte   2
        .endif
!= 00000000000001
