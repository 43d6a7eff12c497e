! Z8001: pairs for addresses in blocks, words for counts and ports.
        .z8001
        ldirb   @rr2,@rr4,r6
        cpirb   rl1,@rr2,r4,z
        cpsi    @rr2,@rr4,r6,nz
        trirb   @rr2,@rr4,r6
        trtib   @rr2,@rr4,r6
        lddr    @rr2,@rr4,r6
        in      r1,@r2
        outb    @r2,rl1
        inb     rl1,#5
        inir    @rr2,@r4,r5
        otirb   @r4,@rr2,r5
!= ba410620ba240496bb42062eb8240640b8220640bb4906203d213e293a940005
!= 3b4005203a220540
