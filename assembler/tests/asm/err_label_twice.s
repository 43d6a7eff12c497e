! A label is in one place.
more:   nop
1:      nop
1:      nop
again:  nop
again:  nop
