! ldm moves 1 to 16 registers.
        ldm     r1,@r2,#1
        ldm     @r2,r0,#16
        ldm     r1,@r2,#0
        ldm     @r2,r1,#17
