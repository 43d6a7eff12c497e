! Jumps and returns; the condition may be omitted.
start:  jp      start
        jp      @r2
        jp      0x1234(r2)
        jp      z,start
        jp      nc,@r2
        jp      lt,0x1234(r2)
        ret
        ret     z
        ret     nc
        ret     ugt
!= 5e0800001e285e2812345e0600001e2f5e2112349e089e069e0f9e0b
