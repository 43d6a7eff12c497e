! Translations, and translations with a test.
        trib    @r2,@r3,r4
        trirb   @r2,@r3,r4
        trdb    @r2,@r3,r4
        trdrb   @r2,@r3,r4
        trtib   @r2,@r3,r4
        trtirb  @r2,@r3,r4
        trtdb   @r2,@r3,r4
        trtdrb  @r2,@r3,r4
!= b8200430b8240430b8280430b82c0430b8220430b826043eb82a0430b82e043e
