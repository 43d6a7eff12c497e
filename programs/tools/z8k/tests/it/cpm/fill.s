! Writes 64 KB to a file, and shows what closing it gives.
        .z8002
        .text
        ld      r7,#block
        ld      r5,#22
        sc      #2
        ld      r10,#512
1:      ld      r7,#block
        ld      r5,#21
        sc      #2
        djnz    r10,1b
        ld      r7,#block
        ld      r5,#16
        sc      #2
        ld      r1,r7
        ld      r7,#'0'
        cp      r1,#0xff
        jr      ne,2f
        ld      r7,#'F'
2:      ld      r5,#2
        sc      #2
        ld      r7,#'L'
        ld      r5,#5
        sc      #2
        clr     r5
        sc      #2
        .data
block:  .byte   0
        .ascii  "BIG     DAT"
        .space  24
