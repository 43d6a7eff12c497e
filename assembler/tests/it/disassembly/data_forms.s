! Numbers and strings are written as hints request.
!hint words 0x2..0x6
!hint longs 0x6..0xa
!hint text 0xa..0x10
!lines ret / .word 0x0102,0x0304 / .long 0x01020304 / .asciz "a\"\n" / .ascii "ab"
        ret
        .word 0x0102,0x0304
        .long 0x01020304
        .asciz "a\"\n"
        .ascii "ab"
