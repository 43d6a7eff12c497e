! .equiv gives a name one value only, and .equ none to a label or a variable that is not the same.
        .set    n, 1
        .set    n, 2
        .equiv  SIZE, 1
        .equiv  SIZE, 2
SIZE:   nop
        .equ    SIZE, 1
here:   nop
        .equ    here, 0
