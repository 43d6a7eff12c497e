! Zilog's strings (by hand: GNU as has the name, but reads the quotation mark as a character constant).
        sval    'x%0D'
        .sval   'it is'
        .even
!= 780d697420697300
