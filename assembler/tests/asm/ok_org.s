! .org: continues at an address.
        nop
        .org    0x08
start:  jr      start
        .org    start+8
        jp      start
!= 8d07000000000000e8ff0000000000005e080008
