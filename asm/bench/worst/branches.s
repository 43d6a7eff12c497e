! branches.s - unpredictable paths: a random number decides each
!              of eight branches.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x40
start:  ld      r1,#1986
1:      ld      r3,r1                   ! a linear congruence, 31,821 r1 + 13,849
        mult    rr2,#31821
        ld      r1,r3
        add     r1,#13849
        .irp    number, 8, 9, 10, 11, 12, 13, 14, 15
        bit     r1,#\number
        jr      z,2f
        add     r4,r1
        inc     r5,#\number
        jr      3f
2:      sub     r5,r4
        dec     r4,#\number
3:      xor     r6,r5
        .endr
        jr      1b
