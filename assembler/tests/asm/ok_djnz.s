! Loops: backwards only, and how far.
start:  nop
1:      djnz    r1,1b
        djnz    r2,start
        dbjnz   rl1,1b
        dbjnz   rh2,.
        djnz    r3,.+2
        djnz    r1,.-252
        djnz    r1,.+2
        dbjnz   rl1,.-252
!= 8d07f181f283f903f201f380f1fff180f97f
