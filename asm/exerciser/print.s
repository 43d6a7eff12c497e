! print.s - text and numbers.

        .text

! print - write a string terminated by a zero.
! in     R1 its address
! out    R1 at the zero
! uses   R0
print:  ldb     rl0,@r1
        testb   rl0
        ret     z
        calr    put_character
        inc     r1,#1
        jr      print

! print_hexadecimal - write a long word as eight hexadecimal digits.
! in     RR2 the number
! uses   R0-R3, R6, R7
! clocks 1231 on the board, if the port is ready
print_hexadecimal:
        ldk     r6,#8
1:      ld      r7,r2
        srl     r7,#12
        ldb     rl0,digits(r7)
        calr    put_character
        slll    rr2,#4
        djnz    r6,1b
        ret

        tables
digits: .ascii  "0123456789abcdef"
.ifdef SEGMENTED
title:  .asciz  "Z8000 exerciser, segmented mode\r\n"
.else
title:  .asciz  "Z8000 exerciser\r\n"
.endif
text_ok:
        .asciz  " ok"
text_wrong:
        .asciz  " WRONG, expected "
text_undefined:
        .asciz  ", undefined "
text_clocks:
        .asciz  ", clocks "
text_line_end:
        .asciz  "\r\n"
text_all:
        .asciz  "All families as expected.\r\n"
text_some:
        .asciz  "Some families are wrong.\r\n"
        .even
