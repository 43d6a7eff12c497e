! Three ticks of a timer, each told on one serial port and counted on the other; then what a device has moved.
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start        ! of a reset: FCW and PC
        .org    0x118
        .word   0x4000, tick            ! of the NVI, in the program status area from 100h on
        .org    0x200
start:  ld      r15,#0xFFF0
        ld      r0,#0x0100
        ldctl   psap,r0
        ld      r0,#1000                ! 16,000 clocks
        out     #0xFF10,r0
        ei      nvi
wait:   halt
        cp      r1,#3
        jr      lt,wait
        di      nvi
        inb     rl0,#0x31
        cpb     rl0,#0xFF               ! nothing is there
        jr      eq,end
        outb    #0x31,rl0
busy:   inb     rl0,#0x31
        testb   rl0
        jr      nz,busy
        ld      r2,#0x5000
        calr    print
end:    halt

tick:   out     #0xFF12,r0              ! takes the request back
        inc     r1,#1
        ldb     rl0,#'0'
        addb    rl0,rl1
        outb    #0x23,rl0
        ld      r2,#word
        calr    print
        iret

print:  ldb     rl0,@r2
        testb   rl0
        ret     z
        outb    #0xFF03,rl0
        inc     r2,#1
        jr      print
word:   .asciz  "tick\n"
        .org    0x300
        .asciz  "moved by itself\n"
