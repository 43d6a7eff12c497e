! Special input and output.
        sin     r1,#0x1234
        sinb    rl1,#5
        sout    #0x1234,r1
        soutb   #5,rl1
        sini    @r2,@r3,r4
        sinir   @r2,@r3,r4
        sindrb  @r2,@r3,r4
        souti   @r2,@r3,r4
        sotir   @r2,@r3,r4
        sotdrb  @r2,@r3,r4
!= 3b1512343a9500053b1712343a9700053b3104283b3104203a3904203b330428
!= 3b3304203a3b0420
