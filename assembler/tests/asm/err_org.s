! .org needs an address.
        .org    4
        .org    .+4
        .org
        .org    -1
