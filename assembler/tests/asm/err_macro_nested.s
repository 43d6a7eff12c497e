! An error in a macro that a macro calls is reported with both calls.
        .macro  inner n
        ldk     r1,#\n
        .endm
        .macro  outer n
        inner   \n
        .endm
        outer   15
        outer   16
