! moving.s - a small loop is rewritten at another place, throughout memory,
!            after every 500 rounds.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x40
start:  ld      r15,#0xFFF0
again:  ld      r1,#0x1000
next:   ld      r6,#loop
        ld      r7,r1
        ld      r5,#(end-loop)/2
        ldir    @r7,@r6,r5
        ld      r2,#500
        call    @r1
        add     r1,#0x20
        cp      r1,#0xE000
        jr      ult,next
        jr      again

loop:   add     r4,r2
        xor     r3,r4
        inc     r3,#1
        djnz    r2,loop
        ret
end:
