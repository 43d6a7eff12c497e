! exerciser.s - runs every instruction with many operands, and compares the results with the expected ones.
!
! Each family of instructions has up to three checksums (CRC-32): of everything that the manual defines, of what it
! leaves undefined, and of the clocks. A machine without the timer of our board omits the clocks.
!
!   z8k asm exerciser.s                               the board with a Z8002
!   z8k asm --one-memory -D SEGMENTED exerciser.s     a Z8001; the instructions under test in segmented mode
!   z8k as -D CPM exerciser.s                         CP/M-8000, a program in one space

        .include "constants.s"
        .include "macros.s"
        .include "reset.s"
        .include "main.s"
        .include "engine.s"
.ifdef CPM
        .include "port-cpm.s"
.else
        .include "timed.s"
        .include "traps.s"
        .include "requests.s"
        .include "latches.s"
.ifdef SEGMENTED
        .include "units.s"
.endif
        .include "port-board.s"
.endif
        .include "crc.s"
        .include "translation.s"
        .include "print.s"
        .include "slots.s"
        .include "vectors.s"
        .include "families.s"
        .include "expected.s"
        .include "memory.s"
