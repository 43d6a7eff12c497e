! Shifts by a constant.
        sla     r1,#1
        sll     r1,#16
        slab    rl1,#3
        sllb    rl1,#8
        slal    rr2,#4
        slll    rr2,#32
        sll     r1,#0
        sra     r1,#1
        srl     r1,#16
        srab    rl1,#3
        srlb    rl1,#8
        sral    rr2,#4
        srll    rr2,#32
!= b3190001b3110010b2990003b2910008b32d0004b3250020b3110000b319ffff
!= b311fff0b29900fdb29100f8b32dfffcb325ffe0
