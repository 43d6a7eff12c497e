! Writes lines with ends of all kinds, then each character that it is given, up to `q`: a carriage return as a dot.
        .z8002
        .text
        ld      r7,#lines
        ld      r5,#9
        sc      #2
1:      ld      r5,#6
        ld      r7,#0xff
        sc      #2
        testb   rl7
        jr      z,1b
        cpb     rl7,#'q'
        jr      z,3f
        cpb     rl7,#13
        jr      nz,2f
        ldb     rl7,#'.'
2:      ld      r5,#2
        sc      #2
        jr      1b
3:      clr     r5
        sc      #2
        .data
lines:  .ascii  "\r1\r\n2\n\r3\r4\r\r5\n\r\n6\r$"
