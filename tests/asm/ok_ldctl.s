! Control registers.
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
!= 7d127d1a7d137d1b7d157d1d7d177d1f8c918c99
