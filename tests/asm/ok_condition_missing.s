! A condition that is left out always holds, wherever it stands.
        tcc     r1
        tccb    rl1
        cpi     r1,@r2,r3
        cpir    r1,@r2,r3       ;# so GNU as has it; this is no statement
        cpsdb   @r1,@r2,r3
        cpsirb  @r4,@r2,r3;#
        nop ;   # the same ; nop
        jp      5
        ret
!= af18ae98bb200318bb240318ba2a0318ba2603488d075e0800059e08
