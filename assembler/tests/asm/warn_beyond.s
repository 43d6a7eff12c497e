! Beyond the memory of a Z8002.
        .org    0xfffe
        nop
        nop
