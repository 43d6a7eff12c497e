! Increments and decrements are by 1 to 16.
        inc     r1,#1
        dec     r1,#16
        inc     r1,#0
        inc     r1,#17
        decb    @r2,#-1
