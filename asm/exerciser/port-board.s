! port-board.s - characters through the serial port of the board.

SERIAL_STATUS = 0xff01
SERIAL_DATA   = 0xff03
SERIAL_READY  = 1               ! number of the bit

        .text

! put_character - write a character.
! in     RL0 the character
! uses   RH0
! clocks 44, if the port is ready
put_character:
        inb     rh0,#SERIAL_STATUS
        bitb    rh0,#SERIAL_READY
        jr      z,put_character
        outb    #SERIAL_DATA,rl0
        ret

! leave - the end.
leave:  halt
