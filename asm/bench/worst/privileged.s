! privileged.s - instructions that are allowed only in system mode, among others.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x40
start:  ld      r15,#0xFFF0
1:      di      vi,nvi
        inc     r1,#1
        ldctl   r2,fcw
        add     r3,r2
        ldctl   refresh,r4
        xor     r4,r3
        ei      vi,nvi
        jr      1b
