! Instructions begin at even addresses, and so do targets.
        jr      .+2
        calr    .-4
        jr      .+1
        calr    .-3
