! Arguments that take the rest, characters, leaving a macro, alternate macros.
        .macro  words first, rest:vararg
        .word   \first
        .ifnb   \rest
        words   \rest
        .endif
        .endm
        words   1, 2, 3
        .irpc   c, 45
        .byte   \c
        .endr
        .macro  until n
        .if     \n > 2
        .exitm
        .endif
        .byte   \n
        until   \n + 1
        .endm
        until   1
        .macro  quote c
        .byte   \c
        .endm
        quote   ','
        quote   ';'
        .irp    none
        .byte   9
        .endr
        .purgem quote
        .macro  quote c
        .byte   \c + 1
        .endm
        quote   1
        .even
        .altmacro
        .macro  wait reg, n
        LOCAL   again
        ld      reg,#n
again:  djnz    reg,again
        .endm
        wait    r9, %(2 + 3)
        wait    r8, <6>
        .noaltmacro
!= 000100020003040501022c3b090221090005f98121080006f881
