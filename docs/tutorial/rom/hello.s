! hello.s - greets from a Z8001.

        .z8001
        .ifdef  SCC_BRG                 ! channel A of a Z8530
        .equ    STATUS, 0x0005
        .equ    READY, 2
        .equ    DATA, 0x0007
        .else                           ! the port of the emulated board
        .equ    STATUS, 0xff01
        .equ    READY, 1
        .equ    DATA, 0xff03
        .endif

        .global start
        .extern stack
        .section .vectors,"a"
        .word   0, 0xc000               ! reserved, FCW: segmented system mode
        .long   start                   ! PC

        .text
start:  ldl     rr14,#stack
        .ifdef  SCC_BRG
        ldl     rr2,#setup
        ld      r4,#STATUS
        ld      r5,#greeting-setup
        otirb   @r4,@rr2,r5
        .endif
        ldl     rr2,#greeting
next:   ldb     rl0,@rr2                ! the next character, or 0 at the end
        testb   rl0
        jr      z,done
wait:   inb     rl1,#STATUS             ! until the serial port is ready
        bitb    rl1,#READY
        jr      z,wait
        outb    #DATA,rl0
        inc     r3,#1
        jr      next
done:   halt

        .section .rodata
        .ifdef  SCC_BRG                 ! registers of the Z8530, each before its value
setup:  .byte   9,0xc0, 4,0x44, 11,0x50, 12,SCC_BRG, 13,0, 14,SCC_CLK+1, 5,0xea
        .endif
greeting: .asciz "Hello from a Z8001\r\n"
