! Firmware for the z8002-demo: what its monitor does to the unit of banks, the serial port and the disk.
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x40
start:  ldb     rl0,#0x0C               ! chunks 2 and 3 elsewhere: chunk 2 of bank 0, chunk 3 of bank 1
        soutb   0xFFE3,rl0
        ldb     rl0,#0x02
        soutb   0xFFE4,rl0
        ldb     rl0,#0x07
        soutb   0xFFE5,rl0
        ld      r15,#0xFFF0
        ld      r1,#0x1111
        ld      0x8000,r1
        ld      r1,#0x2222
        ld      0xC000,r1
        ld      r0,#0x0006              ! ROM takes no writes
        ld      r2,0x0004
        ld      0x0004,r0
        cp      r2,0x0004
        jr      ne,fail
        ldb     rl0,#0x06               ! the same memory by chunk 2: first bank 1's third, then bank 0's
        soutb   0xFFE4,rl0
        clr     r1
        ld      0x8000,r1
        ldb     rl0,#0x02
        soutb   0xFFE4,rl0
        ld      r3,0x8000
        ldb     rl0,#0x07
        soutb   0xFFE4,rl0
        ld      r4,0x8000

        ld      r5,#sio                 ! polled, channel B
        ld      r6,#10
init:   ldb     rl0,@r5
        outb    #0xFF1F,rl0
        inc     r5,#1
        djnz    r6,init
key:    inb     rl0,#0xFF1F
        bitb    rl0,#0
        jr      z,key
        inb     rl7,#0xFF1B
        inb     rl0,#0xFF21             ! the switches
        ldb     rh7,rl0
        ld      r14,r7

        ld      r5,#disk                ! block 3 to C100, exchanged
        ld      r6,#6
set:    ld      r7,@r5
        ldb     rl0,rl7
        ldb     rl1,rh7
        clrb    rh1
        add     r1,#0x20
        outb    @r1,rl0
        inc     r5,#2
        djnz    r6,set
ready:  inb     rl0,#0x2F
        bitb    rl0,#3
        jr      z,ready
        ld      r9,#0xC100
        ld      r10,#256
word:   in      r7,#0x20
        exb     rl7,rh7
        ld      @r9,r7
        inc     r9,#2
        djnz    r10,word
        ld      r10,0xC100

        ldb     rl0,#1                  ! normal mode: instructions from bank 1, data from bank 2
        soutb   0xFFE0,rl0
        ldb     rl0,#2
        soutb   0xFFE1,rl0
        ldb     rl0,#0x06               ! chunk 2 of bank 1 has its program: LD R12,9000h; SC #0
        soutb   0xFFE4,rl0
        ldl     rr8,#0x610C9000
        ldl     0x8100,rr8
        ld      r8,#0x7F00
        ld      0x8104,r8
        ldb     rl0,#0x0A               ! chunk 2 of bank 2 its data
        soutb   0xFFE4,rl0
        ld      r8,#0x5A5A
        ld      0x9000,r8
        ld      r0,#0xD000
        ldctl   psap,r0
        ld      r8,#0x4000              ! the frame of a system call
        ld      0xD00C,r8
        ld      r8,#back
        ld      0xD00E,r8
        sub     r15,#6
        clr     r8
        ld      @r15,r8
        ld      r1,r15
        inc     r1,#2
        ld      @r1,r8
        inc     r1,#2
        ld      r0,#0x8100
        ld      @r1,r0
        iret
back:   halt
fail:   ld      r9,#0xDEAD
        halt
sio:    .byte   0x18,0x14,0xCC,0x03,0xC1,0x05,0xEA,0x01,0x00,0x00
        .even
disk:   .word   0x0501,0x0703,0x0900,0x0B00,0x0D40,0x0F20
