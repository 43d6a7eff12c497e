! A small program: the length of a text.
        .equ    STACK, 0x1000
        .org    0x10
start:  ld      r15,#STACK
        ld      r2,#text
        calr    length
        halt
length: clr     r1
1:      testb   @r2
        ret     z
        inc     r1,#1
        inc     r2,#1
        jr      1b
text:   .asciz  "Z8000"
!= 00000000000000000000000000000000210f100021020028dfff7a008d180c24
!= 9e06a910a920e8fb5a3830303000
