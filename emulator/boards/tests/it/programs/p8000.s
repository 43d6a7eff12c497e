! A ROM that does to the chips of a P8000 what MON16 does: the baud rate by a CTC, the terminal by interrupts of SIO0 B, the
! end of each by the port of RETI, and the NMI key. It says `?`, repeats what is typed, and ends with a dot.
        .z8001
        .text
        .org    0
        .word   0, 0xC000, 0, start
        .org    0x0128
        .word   0, 0xC000, 0, nmi
        .org    0x0138
        .word   0, 0xC000
        .org    0x013C + 2 * 0x14
        .word   0, come                 ! SIO0: channel B has received
        .org    0x0300
start:  clr     r14
        ldctl   psapseg,r14
        ld      r0,#0x0100
        ldctl   psapoff,r0
        ldl     rr14,#0x00004700
        ldb     rl0,#0x57               ! no interrupt, counter, constant follows
        outb    #0xFFAB,rl0
        ldb     rl0,#2
        outb    #0xFFAB,rl0
        ldl     rr2,#init
        ld      r4,#11
        ld      r5,#0xFF87
        otirb   @r5,@rr2,r4
        inb     rl6,#0xFF93             ! no data from the 8-bit part: bit 5 is high
        ldb     rl1,#'?'
        calr    put
        ei      vi
wait:   cpb     rl5,#'.'
        jr      ne,wait
        ldb     rl0,#1                  ! the receiver does not interrupt any longer
        outb    #0xFF87,rl0
        clrb    rl0
        outb    #0xFF87,rl0
        halt
come:   inb     rl5,#0xFF83
        ldb     rl1,rl5
        calr    put
        clrb    rl0
        outb    #0xFFE1,rl0
        iret
nmi:    ld      r7,@rr14                ! the identifier
        ldb     rl1,#'!'
        calr    put
        iret
put:    inb     rl0,#0xFF87
        bitb    rl0,#2
        jr      z,put
        outb    #0xFF83,rl1
        ret
init:   .byte   0x18,0x14,0x4C,3,0xC1,5,0xEA,0x11,0x1C,2,0x10
