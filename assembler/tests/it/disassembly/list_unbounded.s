! Without a bound, a list ends at the first instruction that is no jump, or a longer one.
!lines jp L000c(r7) / .word 0x0f0f,0x0f0f / L000c: / jr L0018 / jr L001a / .word 0x5e08,0x0018,0x8d38,0x9e08
        add r7,r7
        ld r1,r2
        jp list(r7)
        .word 0x0f0f,0x0f0f
list:   jr one
        jr two
        jp one
        clr r3
        ret
one:    ret
two:    ret
