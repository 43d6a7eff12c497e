! A table whose use cannot be followed has more than half of its entries for evidence, four at least, from the first to
! the last of them: places where code may begin. An address outside the program and one of a strange instruction may be
! entries between them. A number that cannot be an address ends a table. Each is named by an instruction.
!lines ld r3,#D0080 / ld r4,#0xa0 / ld r5,#0xc0 / ld r6,#0xe0 / ld r7,#D0100 / ld r8,#0x120 / ld r9,#D0140 / ret
        ld r3,#0x80
        ld r4,#0xa0
        ld r5,#0xc0
        ld r6,#0xe0
        ld r7,#0x100
        ld r8,#0x120
        ld r9,#0x140
        ret
        .org 0x80,0x0f
        .word one,0x8000,two,0x8002,three,0x8004,four,0x8006,0x8008
        .org 0xa0,0x0f
        .word five,0x8000,six,0x8002,seven,0x8004,0x8006,eight
        .org 0xc0,0x0f
        .word five,six,seven
        .org 0xe0,0x0f
        .word 0x8000,five,six,seven,eight
        .org 0x100,0x0f
        .word one,two,three,strange,four
        .org 0x120,0x0f
        .word five,six,seven,none,eight
        .org 0x140,0x0f
        .word 'a',one,'b',two,'c',three,'d',four
        .org 0x160,0x0f
strange: .word 0x8f58,0x0001,0x0f0f
none:   .word 0x9d00,0x0f0f
        .org 0x180,0x0f
one:    clr r1
        ret
        .word 0x0f0f
two:    clr r2
        ret
        .word 0x0f0f
three:  clr r3
        ret
        .word 0x0f0f
four:   clr r4
        ret
        .word 0x0f0f
five:   clr r5
        ret
        .word 0x0f0f
six:    clr r6
        ret
        .word 0x0f0f
seven:  clr r7
        ret
        .word 0x0f0f
eight:  clr r8
        ret
