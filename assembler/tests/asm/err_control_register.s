! Control registers: names, and which size they have.
        ldctl   r1,fcw
        ldctlb  rl1,flags
        ldctl   r1,foo
        ldctlb  r0,flags
        ldctl   r1,flags
