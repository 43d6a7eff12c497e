! A macro that does not end.
        .macro  half reg
        sra     \reg,#1
        .endm
        .macro  twice reg
        add     \reg,\reg
