! generated.s - a loop is built word by word, always in a new place, and
!               runs a hundred times.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x40
start:  ld      r15,#0xFFF0
again:  ld      r1,#0x2000
next:   ld      r0,#0x8143              ! add r3,r4
        ld      @r1,r0
        ld      r0,#0x8934              ! xor r4,r3
        ld      2(r1),r0
        ld      r0,#0xA950              ! inc r5,#1
        ld      4(r1),r0
        ld      r0,#0xF284              ! djnz r2, back to the addition
        ld      6(r1),r0
        ld      r0,#0x9E08              ! ret
        ld      8(r1),r0
        ld      r2,#100
        call    @r1
        inc     r1,#10
        cp      r1,#0xE000
        jr      ult,next
        jr      again
