! .space: bytes of 0.
        .byte   1
        .space  3
        .byte   2
        .equ    SIZE, 4
        .space  SIZE*2
        .byte   3
!= 0100000002000000000000000003
