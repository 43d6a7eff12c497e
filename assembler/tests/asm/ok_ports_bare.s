! The number of a port without # (by hand: beyond GNU as).
        in      r1,0x1234
        inb     rl1,5
        out     0x1234,r1
        outb    5,rl1
        sin     r1,0x1234
        soutb   5,rl1
!= 3b1412343a9400053b1612343a9600053b1512343a970005
