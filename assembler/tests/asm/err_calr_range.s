! The reach of a relative call.
        calr    .+4098
        calr    .-4092
        calr    .+4100
        calr    .-4094
