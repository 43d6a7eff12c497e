! A table that no instruction names has its many entries for evidence; five words are not enough.
!lines T0100: / .word L010c / .word L010e / .word L0110 / .word L0112 / .word L0114 / .word L0116 / L010c: / ret
!lines .word 0x010c,0x010e,0x0110,0x0112,0x0114
        call one
        call two
        call three
        call four
        call five
        call six
        jp out
        .org 0x100
        .word one,two,three,four,five,six
one:    ret
two:    ret
three:  ret
four:   ret
five:   ret
six:    ret
        .word one,two,three,four,five
out:    halt
