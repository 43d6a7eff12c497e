! pushed.s - a loop of PUSHL and POPL is rewritten at another place after every
!            300 rounds.

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
        ld      r10,#300
        call    @r14
        add     r14,#0x40
        cp      r14,#0xD000
        jr      ult,next
        jr      again

loop:   pushl   @r15,rr0
        pushl   @r15,rr2
        pushl   @r15,rr4
        pushl   @r15,rr6
        popl    rr6,@r15
        popl    rr4,@r15
        popl    rr2,@r15
        popl    rr0,@r15
        inc     r1,#1
        djnz    r10,loop
        ret
end:
