! There is one `.else`, and it comes last.
        .if     0
        .else
        .else
        .elseif 1
        .endif
