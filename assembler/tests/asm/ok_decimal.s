! Arithmetic with carry, decimal adjustment, the rotation of digits: registers only.
        adc     r1,r2
        adcb    rl1,rl2
        sbc     r1,r2
        sbcb    rh1,rl2
        addb    rl1,rl2
        dab     rl1
        rldb    rl1,rl2
        rrdb    rl1,rh2
!= b521b4a9b721b6a180a9b090bea9bc29
