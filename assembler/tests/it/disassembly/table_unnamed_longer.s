! In a table that no instruction names, addresses of any instructions may be between those where code begins. A number
! that is the address of a later entry is not the beginning of a table.
!lines ld D8000,#0x102 / jp L0112
!lines T0100: / .word L0112 / .word L0116 / .word L0118 / .word L011a / .word L011c / .word L011e / .word L0114 / .word L0112
        call one
        call two
        call three
        call four
        call five
        call six
        ld 0x8000,#0x102
        jp one
        .org 0x100
        .word one,two,three,four,five,six,within,one
        .word 0
one:    clr r1
within: ret
two:    ret
three:  ret
four:   ret
five:   ret
six:    ret
