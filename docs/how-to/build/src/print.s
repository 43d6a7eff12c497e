! print.s - sends characters to the serial port.

        .include "board.inc"

        .z8002
        .global print
        .extern send
        .text
print:  ldb     rl0,@r2                 ! R2 is the address of a string that ends with 0
        testb   rl0
        ret     z
        call    send
        inc     r2,#1
        jr      print
