! Sections of any name follow .text if they hold code.
        .text
        call    there
        sect    .more, "x"
there:  ret
        .section .text
        nop
        rsect   .more
        nop
!= 5f0000068d079e088d07
