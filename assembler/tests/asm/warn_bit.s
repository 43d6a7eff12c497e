! Of a bit number of a byte, the chip takes the lower three bits.
        bitb    rl1,#7
        setb    0x1234,#13
