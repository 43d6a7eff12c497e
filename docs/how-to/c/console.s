! console.s - C's characters and lines through the serial port; with the symbol Z8001, for that processor.

        .global _putchar, _getchar, _puts

        .equ    SERIAL_STATUS, 0xff01
        .equ    SERIAL_DATA, 0xff03
        .equ    SERIAL_RECEIVED, 0      ! numbers of bits
        .equ    SERIAL_READY, 1

        .ifdef  Z8001
        .macro  load_character
        ldb     rl7,@rr4
        .endm
        .else
        .macro  load_character
        ldb     rl7,@r5
        .endm
        .endif

        .text

! putchar - write a character.
! in     R7 the character
! out    R2 the same
! uses   RH0
_putchar:
        inb     rh0,#SERIAL_STATUS
        bitb    rh0,#SERIAL_READY
        jr      z,_putchar
        outb    #SERIAL_DATA,rl7
        ld      r2,r7
        ret

! getchar - wait for a character and read it.
! out    R2 the character
! uses   nothing else
_getchar:
        inb     rl2,#SERIAL_STATUS
        bitb    rl2,#SERIAL_RECEIVED
        jr      z,_getchar
        inb     rl2,#SERIAL_DATA
        clrb    rh2
        ret

! puts - write a text and a line end.
! in     R7 the address of the text, RR6 on the Z8001
! out    R2 the line end
! uses   R0, RR4, RR6
_puts:  ldl     rr4,rr6                 ! R5 or RR4 goes through the text
        clr     r7
1:      load_character
        testb   rl7
        jr      z,2f
        calr    _putchar
        inc     r5,#1
        jr      1b
2:      ldb     rl7,#10
        jr      _putchar
