! .include: another source, as if it stood here; it may include others.
        .include "include/macros.s"
        double  r3
        .word   1
        .include "include/outer.s"
        .word   HEIGHT
!= 8133000100080010
