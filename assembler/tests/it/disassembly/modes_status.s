! LDPS in non-segmented mode, and IRET to what was pushed, select the mode by the FCW that they load.
!with segments reset
!lines unsegm / L0008: / ldps D002a / segm / L000c: / ld r3,D11234 / ldl rr14,#D2000
!lines push @rr14,#L002e / push @rr14,#0x8000 / push @rr14,#0x4000 / push @rr14,#0x0 / iret
!lines D002a: / .word 0xc000 / T002c: / .word L000c / unsegm / L002e: / ld r3,D1234 / halt
        .z8001
        .word 0,0x4000
        .long start
        unsegm
start:  ldps status
        segm
far:    ld r3,0x81001234
        ldl rr14,#0x80002000
        push @rr14,#last
        push @rr14,#0x8000
        push @rr14,#0x4000
        push @rr14,#0
        iret
status: .word 0xc000,far
        unsegm
last:   ld r3,0x1234
        halt
