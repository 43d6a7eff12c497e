        .z8002
        .equ    STATUS, 0xff01
        .equ    DATA, 0xff03
        .text
        .org    0
        .word   0, 0x4000, start

        .macro  twice register
        add     \register,\register
        inc     \register,#1
        .endm

start:  ld      r15,#0x8000
        ldk     r1,#3
        call    sum
        ld      result,r2
        twice   r2
1:      inb     rl0,#STATUS
        bitb    rl0,#0
        jr      z,1b
        inb     rl0,#DATA
        outb    #DATA,rl0
        halt

! sum - R2 = R1 + (R1 - 1) + ... + 1
sum:    clr     r2
! more - add R1 and what is below it.
more:   add     r2,r1
        dec     r1,#1
        ret     z
        calr    more
        ret
        .data
        .org    0x1000
result: .word   0xabcd
text:   .asciz  "hello"
