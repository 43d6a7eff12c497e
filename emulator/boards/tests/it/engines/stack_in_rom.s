! A call may push where there is no RAM: the stack is in RAM and in ROM in turns. From ROM, RET takes FFFF for its address;
! at FFFE, JR goes to 0080.
!on rom
!register 2 150
!register 3 150
start:  ld r1,#300
        ld r6,#0x7000
        ld r7,#0x8800
1:      ex r6,r7
        ld r15,r6
        calr sub
        inc r2,#1
        jr 3f
        .org 0x80
        inc r3,#1
3:      djnz r1,1b
        halt
sub:    add r4,r1
        ret
        .org 0xfffe
        .word 0xe840
