! Test and set; bit 0 set if a condition holds.
        tset    r1
        tset    @r2
        tset    0x1234
        tsetb   rl1
        tsetb   0x1234(r2)
        tcc     z,r1
        tcc     ge,r2
        tccb    nc,rl1
        tccb    ult,rh2
!= 8d160d264d0612348c964c261234af16af29ae9fae27
