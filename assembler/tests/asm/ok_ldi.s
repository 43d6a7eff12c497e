! Moves of blocks: one step, or until the count is 0.
        ldi     @r2,@r3,r4
        ldib    @r2,@r3,r4
        ldir    @r2,@r3,r4
        ldirb   @r2,@r3,r4
        ldd     @r2,@r3,r4
        lddb    @r2,@r3,r4
        lddr    @r2,@r3,r4
        lddrb   @r2,@r3,r4
!= bb310428ba310428bb310420ba310420bb390428ba390428bb390420ba390420
