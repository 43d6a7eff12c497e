! Adds 1 to each character until a dot, which becomes a slash.
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
start:  inb     rl0,0xFF01
        bitb    rl0,#0
        jr      z,start
        inb     rl1,0xFF03
        incb    rl1,#1
        outb    0xFF03,rl1
        cpb     rl1,#'/'
        jr      ne,start
        halt
