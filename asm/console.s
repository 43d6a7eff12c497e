! console.s - input and output of lines through the serial port or the console of CP/M.

        .text

        .if     CPM

! putc - write a character.
! in     RL0 the character
! uses   nothing else
putc:
        push    @r15,r5
        pushl   @r15,rr6
        ldb     rl7,rl0
        clrb    rh7
        ld      r5,#BDOS_OUTPUT
        sc      #BDOS
        popl    rr6,@r15
        pop     r5,@r15
        ret

! read_line - let the user type and edit a line by means of the system, and read it without its end.
! out    the line at `line`, ended by a zero
! uses   R0, R1
read_line:
        push    @r15,r5
        pushl   @r15,rr6
        ldb     line_size,#LINE_SIZE-1
        ld      r7,#line_size
        ld      r5,#BDOS_READ_LINE
        sc      #BDOS
        popl    rr6,@r15
        pop     r5,@r15
        clr     r1
        ldb     rl1,line_length
        clrb    line(r1)
        ldb     rl0,#10                 ! the system writes only a carriage return
        jr      putc

        .else

! getc - read a character; the clocks exclude waiting.
! out    RL0 the character
! uses   nothing else
! clocks 44
getc:
        inb     rl0,#SERIAL_STATUS
        bitb    rl0,#SERIAL_RECEIVED
        jr      z,getc
        inb     rl0,#SERIAL_DATA
        ret

! putc - write a character; the clocks exclude waiting.
! in     RL0 the character
! uses   RH0
! clocks 44
putc:
        inb     rh0,#SERIAL_STATUS
        bitb    rh0,#SERIAL_READY
        jr      z,putc
        outb    #SERIAL_DATA,rl0
        ret

! read_line - read a line without its end; characters that do not fit are dropped.
! out    the line at `line`, ended by a zero
! uses   R0, R1
! clocks own 48, +67 [kept]
read_line:
        ld      r1,#line
1:      calr    getc
        cpb     rl0,#10
        jr      eq,2f
        cpb     rl0,#13
        jr      eq,1b
        cp      r1,#line_end-1
        jr      uge,1b
        ldb     @r1,rl0                 ! [kept]
        inc     r1,#1
        jr      1b
2:      clrb    @r1
        ret

        .endif

! print - write a string terminated by a zero.
! in     R1 its address
! uses   R0, R1
! clocks own 24, +41 [character]
print:
        ldb     rl0,@r1
        testb   rl0
        ret     z
        calr    putc                    ! [character]
        inc     r1,#1
        jr      print

! print_newline - write a line feed.
! uses   R0
! clocks 55
print_newline:
        .if     CPM
        ldb     rl0,#13
        calr    putc
        .endif
        ldb     rl0,#10
        jr      putc

! print_space - write a space.
! uses   R0
! clocks 55
print_space:
        ldb     rl0,#' '
        jr      putc

! print_number - write a number in decimal.
! in     RR2 the number, 0 to 2,147,483,647
! uses   R0-R4
! clocks own 52, +831 [digit]
print_number:
        ld      r4,#digits_end
        dec     r4,#1
        clrb    @r4
1:      subl    rr0,rr0                 ! [digit]
        divl    rq0,#10                 ! RR2 quotient, RR0 remainder
        addb    rl1,#'0'
        dec     r4,#1
        ldb     @r4,rl1
        testl   rr2
        jr      nz,1b
        ld      r1,r4
        jr      print

! number - read a number from the command line.
! in     R9 text
! out    RR2 the number, 0 to 2,147,483,647, R9 after it; C set: there is none,
!        or it is larger
! uses   R0, R1, R4, R5
! clocks mean 452
number:
        ldb     rl5,@r9
        subb    rl5,#'0'
        cpb     rl5,#9
        jp      ugt,bad
        subl    rr2,rr2
1:      clr     r4
        clrb    rh5
        multl   rq0,#10
        addl    rr2,rr4
        jp      ov,bad
        testl   rr0
        jp      nz,bad
        testl   rr2
        jp      mi,bad
        inc     r9,#1
        ldb     rl5,@r9
        subb    rl5,#'0'
        cpb     rl5,#9
        jr      ule,1b
        resflg  c
        ret
