! Z8001: jumps and calls.
        .z8001
        jp      0x81001234
        jp      nz,0x81001234(r2)
        jp      z,@rr2
        call    0x81001234
        call    0x81001234(r2)
        jr      .
        calr    .+10
        djnz    r1,.
        ret     nc
!= 5e08810012345e2e810012341e265f00810012345f2081001234e8ffdffcf181
!= 9e0f
