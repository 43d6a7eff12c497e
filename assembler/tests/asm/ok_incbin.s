! .incbin: the bytes of a file.
        .word   end-start
start:  .incbin "include/bytes.bin"
end:    .byte   7
!= 0006000102fdfeff07
