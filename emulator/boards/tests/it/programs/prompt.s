! Echoes what it receives, and drops what arrives after the end of a line, as monitors do.
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
start:  inb     rl0,0xFF01
        bitb    rl0,#0
        jr      z,start
        inb     rl1,0xFF03
        outb    0xFF03,rl1
        cpb     rl1,#'.'
        jr      eq,end
        cpb     rl1,#' '
        jr      uge,start
drop:   inb     rl0,0xFF01
        bitb    rl0,#0
        jr      z,start
        inb     rl1,0xFF03
        jr      drop
end:    halt
