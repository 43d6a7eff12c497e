! mix-segmented.s - mix.s on a Z8001 in segmented mode, with the same R0 at
!         the end. Run it on emulator/boards/machines/z8001.toml.

        .equ    SEGMENTED, 1
        .include "mix.s"
