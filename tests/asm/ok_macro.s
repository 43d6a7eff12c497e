! A macro without parameters.
        .macro  twice
        nop
        nop
        .endm
        twice
        ret
        twice
!= 8d078d079e088d078d07
