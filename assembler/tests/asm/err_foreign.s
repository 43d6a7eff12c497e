! What other assemblers write.
        db      1, 2
x       equ     5
loop    djnz    r1,loop
        ld      r1,r2 ; copy
        ld      r1,#%1234
        ld      r1,#$1234
        ld      r1,(r2)
        org     4
