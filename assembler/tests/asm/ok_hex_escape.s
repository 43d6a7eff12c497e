! All hexadecimal digits belong to an escape, and the last two count.
        .ascii  "\x4142\x4g"
        .even
        .long   0xffffffffffffffff
# a line that begins so is a comment
        .byte   1, 2
!= 42046700ffffffff0102
        .end
        this is not read
