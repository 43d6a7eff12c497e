! Searches of blocks.
        cpi     r1,@r2,r3,z
        cpib    rl1,@r2,r3,nz
        cpir    r1,@r2,r3,lt
        cpirb   rl1,@r2,r3,eq
        cpd     r1,@r2,r3,gt
        cpdb    rl1,@r2,r3,ult
        cpdr    r1,@r2,r3,uge
        cpdrb   rl1,@r2,r3,z
!= bb200316ba20039ebb240311ba240396bb28031aba280397bb2c031fba2c0396
