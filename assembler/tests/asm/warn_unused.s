! An unused label; one that is used from outside.
        .global entry
entry:  nop
lost:   nop
used:   jr      used
