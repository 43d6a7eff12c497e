! A default of a parameter of a macro.
        .macro  fill value=7, times=2
        .space  \times, \value
        .endm
        fill
        fill    1
        fill    1, 3
        fill    times=4
!= 0707010101010107070707
