! A macro for those who include this.
        .macro  double reg
        add     \reg,\reg
        .endm
