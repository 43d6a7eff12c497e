! .long: numbers of four bytes.
        .long   0x12345678, -1
        .long   0xffffffff, -0x80000000
        .long   end-here
here:   .long   'A'
end:
!= 12345678ffffffffffffffff800000000000000400000041
