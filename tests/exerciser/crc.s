! crc.s - the sum of the exerciser, of a text whose sum is known.
        .org    2
        .word   0x4000,start
        .org    8
start:  ld      r15,#0x8000
        calr    make_crc_table
        ldl     rr2,#-1
        ld      r4,#text
        ldk     r5,#4
        calr    add_to_crc
        halt
        .include "../../asm/exerciser/crc.s"

        .data
        .org    0x100
text:   .ascii  "12345678"
crc_upper:
        .space  512
crc_lower:
        .space  512
