! Files that are not there.
        .include "include/nowhere.s"
        .incbin "include/nowhere.bin"
