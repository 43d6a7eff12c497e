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
.ifdef SEGMENTED
        .word   ELSEWHERE,more_tests    ! in the space before the memory that tests see
        .text
        .even
more_tests:
.endif
        .include "families/devices.s"
.ifdef SEGMENTED
        .include "families/units.s"
.endif
.endif
        .word   END
