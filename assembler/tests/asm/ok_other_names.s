! Names that GNU as has for other directives, and those that it or this assembler passes over.
        .format
        .noformat
        .spc    1
        .llen   80
        .plen   60
        .xdef   first
        .func   first
first:  .word   first, second
        .endfunc
        .irep   n, 1, 2
        .byte   \n
        .endr
        .irepc  n, 34
        .byte   \n
        .endr
        .if     0
        .byte   9
        .elsec
        .byte   5, 6
        .endif
        .xref   second
second: .word   0
!= 0000000a0102030405060000
