! start.s - greets and halts: a program for a Z8002 with code and data in one memory.

        .include "board.inc"

        .z8002
        .global start
        .extern print, stack
        .section .vectors,"a"
        .word   0, 0x4000, start        ! reserved, FCW: system mode, PC

        .text
start:  ld      r15,#stack
        ld      r2,#message
        call    print
        halt

        .section .rodata
message: .incbin "message.txt"
        .byte   0
