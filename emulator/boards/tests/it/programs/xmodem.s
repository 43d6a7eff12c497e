! Receives a file by XMODEM with a checksum on channel A of a Z8530 at port 1, prints a prompt, and takes characters up to a
! full stop. All of it goes to memory from 4000h, and at the end to channel B.
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    0x100
start:  ld      r15,#0xF000
        ld      r3,#init
        ld      r4,#8
next:   ldb     rl0,@r3
        outb    #5,rl0
        outb    #1,rl0
        inc     r3,#1
        djnz    r4,next
        ld      r3,#0x4000
        ldb     rl1,#0x15
        calr    put
block:  calr    get
        cpb     rl0,#4
        jr      eq,done
        calr    get                     ! its number, and the complement
        calr    get
        ld      r4,#128
        clrb    rh2
byte:   calr    get
        ldb     @r3,rl0
        addb    rh2,rl0
        inc     r3,#1
        djnz    r4,byte
        calr    get
        cpb     rl0,rh2
        ldb     rl1,#6
        jr      eq,answer
        sub     r3,#128
        ldb     rl1,#0x15
answer: calr    put
        jr      block
done:   ldb     rl1,#6
        calr    put
        ldb     rl1,#'>'
        calr    put
typed:  calr    get
        ldb     @r3,rl0
        inc     r3,#1
        cpb     rl0,#'.'
        jr      ne,typed
        ld      r2,#0x4000
copy:   ldb     rl0,@r2
        outb    #3,rl0
        inc     r2,#1
        cp      r2,r3
        jr      ne,copy
        halt
get:    inb     rl0,#5
        bitb    rl0,#0
        jr      z,get
        inb     rl0,#7
        ret
put:    inb     rl0,#5
        bitb    rl0,#2
        jr      z,put
        outb    #7,rl1
        ret
init:   .byte   9,0xC0,4,0x44,3,0xC1,5,0x68
