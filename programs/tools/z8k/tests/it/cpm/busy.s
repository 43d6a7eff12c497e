! Writes two lines with what was typed in between, and with line ends in all orders.
        .z8002
        .text
        ld      r7,#lines
        ld      r5,#9
        sc      #2
        ld      r5,#11                  ! a key that stops it?
        sc      #2
        testb   rl7
        jr      nz,2f
1:      ld      r5,#11                  ! now it waits for a key
        sc      #2
        testb   rl7
        jr      z,1b
        ld      r5,#1
        sc      #2
        clr     r5
        sc      #2
2:      ld      r7,#'!'
        ld      r5,#2
        sc      #2
        clr     r5
        sc      #2
        .data
lines:  .ascii  "one\r\ntwo\n\rthree\r\r\nfour\rfive\n$"
