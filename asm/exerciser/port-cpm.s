! port-cpm.s - characters through the BDOS of CP/M-8000.

        .text

! put_character - write a character.
! in     RL0 the character
! uses   nothing
put_character:
        ldm     saved_port,r0,#14
        ld      r7,r0
        clr     r6
        clrb    rh7
        ldk     r5,#2
        sc      #2
        ldm     r0,saved_port,#14
        ret

! leave - the end.
leave:  clr     r5
        clr     r6
        clr     r7
        sc      #2
        jr      leave
