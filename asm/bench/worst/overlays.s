! overlays.s - four routines take turns in one place; each goes round 400 times.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x40
start:  ld      r15,#0xFFF0
        clr     r10
next:   ld      r6,overlays(r10)
        ld      r7,#0x3000
        ld      r5,#24
        ldir    @r7,@r6,r5
        ld      r2,#400
        call    0x3000
        inc     r10,#2
        and     r10,#6
        jr      next
overlays:
        .word   first, second, third, fourth

first:  add     r4,#1111
        xor     r3,r4
        mult    rr8,r4
        sub     r3,r8
        djnz    r2,first
        ret
        .space  40
second: add     r4,#2222
        xor     r3,r4
        bit     r4,#3
        sub     r3,r8
        djnz    r2,second
        ret
        .space  40
third:  add     r4,#3333
        xor     r3,r4
        neg     r4
        sub     r3,r8
        djnz    r2,third
        ret
        .space  40
fourth: add     r4,#4444
        xor     r3,r4
        exb     rl4,rh4
        sub     r3,r8
        djnz    r2,fourth
        ret
        .space  40
