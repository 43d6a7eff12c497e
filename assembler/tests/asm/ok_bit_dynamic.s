! Bits whose number is in a register: of registers only.
        bit     r1,r2
        bitb    rl1,r2
        set     r1,r2
        setb    rl1,r2
        res     r1,r2
        resb    rh1,r2
!= 270201002602090025020100240209002302010022020100
