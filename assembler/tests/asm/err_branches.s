! Targets out of reach, odd ones, and code at an odd address.
        jr      nz,far
        calr    .+4100
        djnz    r1,.+4
        jp      odd
        .space  400
far:    .byte   0
odd:    nop
