! Of three bytes for each number, the processor leaves out the odd one: a list of short jumps is followed word by word.
!lines jp L000c(r7) / L000c: / jr L0012 / jr L0014 / jr L0016 / L0012: / ret
!lines L0016: / clr r2 / ret
        and     r7,#0x3
        mult    rr6,#3
        jp      list(r7)
list:   jr      one
        jr      two
        jr      three
one:    ret
two:    ret
three:  clr     r2
        ret
