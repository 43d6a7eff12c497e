! No more of a file than there is.
        .incbin "include/letters.bin",9
        .incbin "include/letters.bin",4,5
        .incbin "include/letters.bin",1,1,1
