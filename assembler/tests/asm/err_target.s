! Immediate data are not a target; no load goes from memory to memory.
        ld      @r1,#5
        ld      @r1,r2
        ld      #5,r1
        ld      @r1,@r2
        add     @r1,r2
