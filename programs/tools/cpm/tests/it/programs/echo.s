! Shows its command tail, and returns to its beginning, which ends it.
        .z8002
        .text
        jr      start
        clr     r5
        sc      #2
start:  ld      r8,2(r15)
        add     r8,#0x81
        clr     r1
        ldb     rl1,-1(r8)
1:      test    r1
        ret     z
        ldb     rl7,@r8
        ld      r5,#2
        sc      #2
        inc     r8,#1
        dec     r1,#1
        jr      1b
        .data
        .word   0x1234
