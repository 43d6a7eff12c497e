! An included file includes another.
        .word   1
        .include "include/outer.s"
        .word   HEIGHT
!= 000100080010
