! hello.s - greets, and echoes its command tail: a program for CP/M-8000.

        .z8002
        .equ    OUTPUT, 2               ! functions of the system
        .equ    PRINT, 9

        .text
        jr      start                   ! CP/M begins here, at 0
        clr     r5                      ! and a program that returns continues here
        sc      #2
start:  ld      r8,2(r15)               ! the base page
        ld      r7,#greeting
        ld      r5,#PRINT
        sc      #2
        add     r8,#0x81                ! the command tail, after its length
        clr     r1
        ldb     rl1,-1(r8)
1:      test    r1
        jr      z,2f
        ldb     rl7,@r8
        ld      r5,#OUTPUT
        sc      #2
        inc     r8,#1
        dec     r1,#1
        jr      1b
2:      ld      r7,#line_end
        ld      r5,#PRINT
        sc      #2
        ret

        .data
greeting: .ascii "Hello from CP/M-8000,$"
line_end: .ascii "\r\n$"
