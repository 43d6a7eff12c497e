! The address of a label in a register pair of the Z8001.
        .z8001
        nop
here:   ldl     rr2,#here
        ldl     rr4,#here+6
        lda     rr6,here
!= 8d07140280000002140480000008760680000002
