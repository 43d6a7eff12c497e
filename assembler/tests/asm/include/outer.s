! Includes a file itself: the name counts from the folder of the main file.
        .include "include/numbers.s"
        .word   WIDTH
