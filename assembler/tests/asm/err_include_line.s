! An error in an included file is reported with the line that includes it.
        nop
        .include "include/macros.s"
        double  r2
        .include "include/wrong.s"
