! `.org` fills with a byte, if one is given.
        nop
        .org    8,0xee
        nop
!= 8d07eeeeeeeeeeee8d07
