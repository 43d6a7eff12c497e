! routines.s - 512 routines, called in an unpredictable order.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x40
start:  ld      r15,#0xFFF0
        ld      r1,#1986
1:      ld      r3,r1                   ! a linear congruence, 31,821 r1 + 13,849
        mult    rr2,#31821
        ld      r1,r3
        add     r1,#13849
        ld      r5,r1
        srl     r5,#7
        sll     r5,#5
        add     r5,#0x1000
        call    @r5
        jr      1b

        .org    0x1000
        .rept   512
        add     r6,r1
        bit     r1,#3
        jr      z,1f
        inc     r6,#1
        xor     r7,r6
        jr      2f
1:      dec     r7,#2
        sub     r6,r7
2:      rl      r7,#1
        add     r8,r6
        ret
        .balign 32
        .endr
