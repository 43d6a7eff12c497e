! A long word with an address has its highest bit set; a difference is a number.
        nop
here:   .long   here, here+2, .-here, there-here
there:
!= 8d0780000002800000040000000800000010
