! `.global` takes names.
        .global
        .global 5
