! Reads lines and writes them to a file until one is empty; then reports that.
        .z8002
        .text
        jr      start
        clr     r5
        sc      #2
start:  ld      r7,#block
        ld      r5,#22
        sc      #2
        ld      r7,#record
        ld      r5,#26
        sc      #2
1:      ld      r7,#buffer
        ld      r5,#10
        sc      #2
        ldb     rl0,buffer+1
        testb   rl0
        jr      z,2f
        ld      r1,#record
        ld      r2,#buffer+2
        ld      r3,#128
        ldirb   @r1,@r2,r3
        ld      r7,#block
        ld      r5,#21
        sc      #2
        jr      1b
2:      ld      r7,#block
        ld      r5,#16
        sc      #2
        ld      r7,#done
        ld      r5,#9
        sc      #2
        ret
        .data
block:  .byte   0
        .ascii  "NOTES   TXT"
        .space  24
buffer: .byte   100, 0
        .space  128
done:   .ascii  "done\r\n$"
        .even
record: .space  128
