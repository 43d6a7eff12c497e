! families.s - all tests, in the order in which they run.

        tables
        .even
tests:
        .include "families/modes.s"
        .include "families/arithmetic.s"
        .include "families/logic.s"
        .include "families/bits.s"
        .include "families/shifts.s"
        .include "families/multiply.s"
        .include "families/loads.s"
        .include "families/stack.s"
        .include "families/jumps.s"
        .include "families/blocks.s"
        .include "families/flags.s"
        .include "families/open.s"
.ifndef CPM
        .include "families/system.s"
.endif
        .word   END
