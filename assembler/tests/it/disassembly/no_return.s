! What follows a call that does not return is not code.
!lines call L000c / .word 0xb100 / L000a: / ret
        test r1
        jr eq,1f
        call stop
        .word 0xb100
1:      ret
stop:   halt
        jr stop
