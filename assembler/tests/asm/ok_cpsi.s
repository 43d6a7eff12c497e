! Comparisons of blocks.
        cpsi    @r1,@r2,r3,z
        cpsib   @r1,@r2,r3,nz
        cpsir   @r1,@r2,r3,ne
        cpsirb  @r1,@r2,r3,nz
        cpsd    @r1,@r2,r3,lt
        cpsdb   @r1,@r2,r3,ge
        cpsdr   @r1,@r2,r3,z
        cpsdrb  @r1,@r2,r3,c
!= bb220316ba22031ebb26031eba26031ebb2a0311ba2a0319bb2e0316ba2e0317
