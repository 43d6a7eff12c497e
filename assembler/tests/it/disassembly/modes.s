! FCW selects the mode: by a constant, and by its highest bit alone; a routine has the mode of its callers.
!with segments reset
!lines ld r1,#0x4000 / ldctl fcw,r1 / unsegm / call L0020 / ldctl r2,fcw / setb rh2,#7 / ldctl fcw,r2 / segm / call L0022
!lines halt / unsegm / L0020: / ret / segm / L0022: / ret
        .z8001
        .word 0,0xc000
        .long start
start:  ld r1,#0x4000
        ldctl fcw,r1
        unsegm
        call near
        ldctl r2,fcw
        setb rh2,#7
        ldctl fcw,r2
        segm
        call far
        halt
near:   ret
far:    ret
