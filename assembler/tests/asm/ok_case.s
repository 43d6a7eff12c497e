! Mnemonics, registers, conditions and directives are in any case; symbols are not.
        LD      R1,r2
        LDB     RH1,#1
        JR      NZ,a
        .WORD   A, a
        .equ    A, 1
a:      NOP
!= a121c101ee020001000a8d07
