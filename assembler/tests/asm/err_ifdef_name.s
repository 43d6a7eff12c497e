! `.ifdef` takes one name.
        .ifdef
        .endif
        .ifdef  a b
        .endif
        .ifndef 5
        .endif
