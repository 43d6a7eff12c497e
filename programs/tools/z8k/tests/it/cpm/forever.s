! Makes a file with a record and closes it, makes another, and loops for ever. What it shows before is there when it has
! checked for a key.
        .z8002
        .text
        ld      r7,#kept+1
        ld      r5,#26
        sc      #2
        ld      r7,#kept
        ld      r5,#22
        sc      #2
        ld      r7,#kept
        ld      r5,#21
        sc      #2
        ld      r7,#kept
        ld      r5,#16
        sc      #2
        ld      r7,#block
        ld      r5,#22
        sc      #2
        ld      r7,#'x'
        ld      r5,#2
        sc      #2
        ld      r5,#11
        sc      #2
1:      jr      1b
        .data
block:  .byte   0
        .ascii  "BIG     DAT"
        .space  24
kept:   .byte   0
        .ascii  "KEPT    DAT"
        .space  24
