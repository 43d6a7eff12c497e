! A part of a binary file: what to skip, and how much to take.
        .incbin "include/letters.bin",1,3
!= 424344
