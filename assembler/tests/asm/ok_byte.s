! .byte: numbers of one byte, with or without a sign.
        .byte   0, 255, -128
        .byte   'A', 0x7f, 0b1010
        .byte   end-start
start:  .byte   1
end:    .byte   2
!= 00ff80417f0a010102
