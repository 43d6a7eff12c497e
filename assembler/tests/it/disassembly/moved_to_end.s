! Code that is moved, up to the end of the program, which has a label then.
!lines ld r1,#D0010 / ld r2,#D8000 / ld r3,#D0016-D0010 / ldirb @r2,@r1,r3 / D0010: / clr r1 / inc r1,#2 / ret / D0016:
        ld r1,#0x10
        ld r2,#0x8000
        ld r3,#6
        ldirb @r2,@r1,r3
        clr r1
        inc r1,#2
        ret
