! .lcomm follows the rest of .bss; large numbers of .fill begin with the value; a limit of 0 is none; spaces in strings.
        .bss
x:      .space  2
        .lcomm  own, 9
y:      .space  1
        .text
        .word   x, y, own
        .fill   2, 6, 0x01020304
        .fill   1, 8, 0x05060708
        .byte   0xff
        .p2align 2, 0x4c, 0
        .ifc    a b,a b
        .word   0x1234
        .endif
        .macro  numbers first : req, rest : vararg
        .byte   \first, \rest
        .endm
        numbers 5, 6, 7, 8
!= 0000000200080102030400000102030400000506070800000000ff4c123405060708
