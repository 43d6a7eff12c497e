! Control registers, and a program status from memory.
        ldctl   r1,fcw
        ldctl   fcw,r1
        ldctl   r1,refresh
        ldctl   refresh,r1
        ldctl   r1,psap
        ldctl   psapoff,r1
        ldctl   r1,nsp
        ldctl   nspoff,r1
        ldctlb  rl1,flags
        ldctlb  flags,rl1
        ldps    @r2
        ldps    0x1234
        ldps    0x1234(r2)
!= 7d127d1a7d137d1b7d157d1d7d177d1f8c918c9939207900123479201234
