! A system call that does not return if a register has some number.
!hint noreturn sc 2 r5=0
!instructions 0 2 4 6 8 a c
        test r1
        jr eq,1f
        ldk r5,#1
        sc #2
        ret
1:      ldk r5,#0
        sc #2
        .word 0x8d18
        .word 0x9e08
