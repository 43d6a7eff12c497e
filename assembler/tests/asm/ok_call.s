! Calls, and the reach of a relative one.
start:  call    start
        call    @r2
        call    0x1234(r2)
        calr    start
        calr    end
end:    ret
        calr    .
        calr    .+4098
        calr    .-4092
!= 5f0000001f205f201234d006d0009e08d001d800d7ff
