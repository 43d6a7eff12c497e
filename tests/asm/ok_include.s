! .include: another source, as if it stood here.
        .include "include/numbers.s"
        .word   WIDTH, HEIGHT
        .include "include/macros.s"
        double  r3
!= 000800108133
