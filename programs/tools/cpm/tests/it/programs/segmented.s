! echo.s in segmented mode; segments 1 and 2 are its own.
        .z8001
        .text
        .org    0x10000
        jr      start
        clr     r5
        sc      #2
start:  ldl     rr8,rr14(#4)
        add     r9,#0x81
        clr     r1
        ldb     rl1,rr8(#-1)
1:      test    r1
        ret     z
        ldb     rl7,@rr8
        ld      r5,#2
        sc      #2
        inc     r9,#1
        dec     r1,#1
        jr      1b
        .data
        .org    0x20000
        .word   0x1234
