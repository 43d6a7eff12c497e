! Input and output: the port in a register, or its number.
        in      r1,@r2
        in      r1,#0xfe01
        inb     rl1,@r2
        inb     rl1,#0x55
        out     @r2,r1
        out     #0xfe01,r1
        outb    @r2,rl1
        outb    #0x55,rl1
!= 3d213b14fe013c293a9400553f213b16fe013e293a960055
