! Hints supply what cannot be seen.
!hint entry 6 hidden
!hint name 0x1a other
!hint noreturn 0x1e
!hint bytes 0xe..0x10
!hint words 0x10..0x14
!hint longs 0x14..0x18
!hint table 0x18..0x1a
!hint comment 6 the hidden routine
!text ! the hidden routine
!lines hidden: / clr r2
!lines clr r1 / ret
!lines .byte 0x01,0x02 / .word 0x0003,0x0004 / .long 0x00000005 / T0018: / .word other / other:
        sc #2
        clr r1
        ret
hidden: clr r2
        call stop
        .word 0xb100
        .byte 1,2
        .word 3,4
        .long 5
table:  .word other
other:  clr r3
        ret
stop:   ret
