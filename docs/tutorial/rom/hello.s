! hello.s - greets from a Z8001.

        .z8001
        .global start
        .section .vectors,"a"
        .word   0, 0xc000               ! reserved, FCW: segmented system mode
        .long   start                   ! PC

        .text
start:  ldl     rr14,#stack
        ldl     rr2,#greeting
next:   ldb     rl0,@rr2                ! the next character, or 0 at the end
        testb   rl0
        jr      z,done
wait:   inb     rl1,#0xff01             ! until the serial port is ready
        bitb    rl1,#1
        jr      z,wait
        outb    #0xff03,rl0
        inc     r3,#1
        jr      next
done:   halt

        .section .rodata
greeting: .asciz "Hello from a Z8001\n"
