! program.s - a small program for the tests of the debug adapter.

        .z8002
        .equ    STATUS, 0xff01
        .equ    DATA, 0xff03
        .text
        .org    0
        .word   0, 0x4000, start

start:  ld      r15,#0x8000
        ldk     r1,#3
        call    sum
        ld      result,r2
        ld      r3,#text
1:      ldb     rl0,@r3                 ! says hello
        testb   rl0
        jr      z,2f
        outb    #DATA,rl0
        inc     r3,#1
        jr      1b
2:      inb     rl0,#STATUS             ! echoes a character
        bitb    rl0,#0
        jr      z,2b
        inb     rl0,#DATA
        outb    #DATA,rl0
        halt

! sum - R2 = R1 + (R1 - 1) + ... + 1
sum:    clr     r2
! more - adds R1 and what is below it.
more:   add     r2,r1
        dec     r1,#1
        ret     z
        calr    more
        ret

        .data
        .org    0x1000
result: .word   0xabcd
text:   .asciz  "hello\n"
