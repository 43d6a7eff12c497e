! multiple.s - a loop of LDM, each of which stores fourteen words, is rewritten
!              at another place after every 2,000 rounds.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x40
start:  ld      r15,#0xFFF0
again:  ld      r14,#0x1000
next:   ld      r12,#loop
        ld      r11,r14
        ld      r10,#(end-loop)/2
        ldir    @r11,@r12,r10
        ld      r10,#2000
        call    @r14
        add     r14,#0x80
        cp      r14,#0xD000
        jr      ult,next
        jr      again

loop:   ldm     0xE000,r0,#14
        ldm     0xE020,r0,#14
        ldm     0xE040,r0,#14
        ldm     0xE060,r0,#14
        inc     r1,#1
        xor     r2,r1
        djnz    r10,loop
        ret
end:
