! Too few operands.
        call    .
        djnz    r1,.
        call
        djnz    r1
        cpir    r1,@r2,r3
