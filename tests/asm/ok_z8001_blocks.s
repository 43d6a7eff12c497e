! Z8001: pairs for addresses in blocks, words for counts.
        .z8001
        ldirb   @rr2,@rr4,r6
        cpirb   rl1,@rr2,r4,z
        cpsi    @rr2,@rr4,r6,nz
        trirb   @rr2,@rr4,r6
        trtib   @rr2,@rr4,r6
        lddr    @rr2,@rr4,r6
!= ba410620ba240496bb42062eb8240640b8220640bb490620
