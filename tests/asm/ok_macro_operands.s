! An argument can be any operand.
        .macro  load reg, what
        ld      \reg,\what
        .endm
        load    r1, r2
        load    r1, #5
        load    r1, @r2
        load    r1, 0x1234
        load    r1, 4(r2)
        load    r1, r2(#4)
        load    r1, r2(r3)
!= a12121010005212161011234612100043121000471210300
