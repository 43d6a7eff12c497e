! A ROM that does to the chips and the disk of a Commodore 900 what the ROM and the kernel of that machine do.
        .z8001
        .text
        .org    0
        .word   0, 0xC000, 0, start
        .org    0x0138
        .word   0, 0xC000
        .word   0, tick                 ! identifier 0: counter 3 of the first Z8036
        .org    0x013C + 2 * 0x14
        .word   0, come                 ! a character on channel B
        .org    0x013C + 2 * 0x80
        .word   0, done                 ! the disk
        .org    0x0300
start:  ldb     rh0,#0
        soutb   0x01FC,rh0
        ld      r5,#12
        ldl     rr2,#units
unit:   ldb     rh0,@rr2
        soutb   0x0FFC,rh0
        inc     r3,#1
        djnz    r5,unit
        ldb     rh0,#0xC0
        soutb   0x00FC,rh0
        ldl     rr14,#0x82008000
        clr     r0
        ldctl   psapseg,r0
        ld      r0,#0x0100
        ldctl   psapoff,r0

        ldb     rl0,#1                  ! in reset a Z8036 reads 0
        outb    #0x0001,rl0
        inb     rl7,#0x0041
        ldl     rr2,#init
        ld      r5,#(initend - init) / 4
chip:   ld      r4,@rr2
        inc     r3,#2
        ld      r6,@rr2
        inc     r3,#2
        outb    @r4,rl6
        djnz    r5,chip
        inb     rh7,#0x0041             ! its port's mode

        ei      vi
wait:   halt                            ! ticks and characters, up to a dot
        cpb     rl5,#'.'
        jr      ne,wait

        ldl     rr4,#blocks
        clr     r12
next:   ldl     rr2,#0x81000000
        ld      r6,#32
        ldirb   @rr2,@rr4,r6
        ld      r0,#1
        out     #0x0500,r0
        ldl     rr2,#0x8100000C
poll:   ldb     rl0,@rr2
        cpb     rl0,#0xFF
        jr      eq,poll
        ldl     rr2,#0x81002000
        add     r3,r12
        ldb     @rr2,rl0
        inc     r12,#1
        cp      r12,#4
        jr      ne,next
        ldl     rr2,#0x8100001C         ! of the floppy's block
        ldb     rl1,@rr2
        ldl     rr2,#0x81001000
        ld      r13,@rr2
        di      vi
        halt

tick:   ldb     rl0,#0x24
        outb    #0x0019,rl0
        inc     r9,#1
        iret
come:   inb     rl5,#0x0111
        outb    #0x0111,rl5
        ldb     rl0,#0x38
        outb    #0x0101,rl0
        iret
done:   inc     r10,#1
        iret

units:  .byte   0,0,0xFF,0, 0x08,0,0xFF,0, 0x09,0,0xFF,0
        .even
init:   .word   0x0001,0, 0x0041,0x1A, 0x0007,0
        .word   0x0133,0xC0, 0x0109,0x4C, 0x0107,0xC1, 0x010B,0xEA, 0x0105,0x10, 0x0113,0x09, 0x0103,0x10
        .word   0x003D,0x80, 0x0035,0x10, 0x0037,0, 0x0009,0, 0x0019,0x20, 0x0019,0xC6, 0x0001,0x80, 0x0003,0x90
        .word   0x0019,0x06
initend:
! Two blocks from 5 to 081000; one of them to block 9; one beyond the end; an unknown command. The floppy's are never
! armed except for the last.
blocks: .byte   0x08,0,0,5,2,0,0x08,0x10,0,0,0,0,0xFF,0,0,0, 0x08,0,0,0,1,0,0x08,0x40,0,0,0,0,0x11,0,0,0
        .byte   0x0A,0,0,9,1,0,0x08,0x10,0,0,0,0,0xFF,0,0,0, 0x08,0,0,0,1,0,0x08,0x40,0,0,0,0,0x11,0,0,0
        .byte   0x08,4,0,0,1,0,0x08,0x10,0,0,0,0,0xFF,0,0,0, 0x08,0,0,0,1,0,0x08,0x40,0,0,0,0,0x11,0,0,0
        .byte   0x77,0,0,0,1,0,0x08,0x10,0,0,0,0,0xFF,0,0,0, 0x08,0,0,0,1,0,0x08,0x40,0,0,0,0,0xFF,0,0,0
