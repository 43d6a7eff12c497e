! A port is in a word register, and has no index.
        in      r1,@r2
        in      r1,#2
        in      r1,@rr2
        in      r1,2(r3)
