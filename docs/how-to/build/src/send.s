! send.s - sends a character.

        .include "board.inc"

        .z8002
        .global send
        .text
send:   outb    #DATA,rl0
        ret
