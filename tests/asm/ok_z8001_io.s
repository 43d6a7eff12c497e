! Z8001: ports are still words.
        .z8001
        in      r1,@r2
        outb    @r2,rl1
        inb     rl1,#5
        inir    @rr2,@r4,r5
        otirb   @r4,@rr2,r5
!= 3d213e293a9400053b4005203a220540
