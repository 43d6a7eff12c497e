! Brackets mean nothing.
        ld      r1,@r2
        ld      r1,4(r2)
        ld      r1,(4+4)
        ld      r1,[r2]
