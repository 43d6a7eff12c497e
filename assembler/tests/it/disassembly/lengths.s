! The length of a block move of code is the distance of two labels; that of data is a number. LDAR names an address.
!lines ldar r1,D002c / ld r2,#D8000 / ld r3,#D0032-D002c / ldirb @r2,@r1,r3
!lines ld r1,#D002c / ld r3,#(D0032-D002c)/2 / ldir @r4,@r1,r3
!lines ld r1,#D0032 / ld r3,#0x4 / ldirb @r4,@r1,r3
        ldar    r1,moved
        ld      r2,#0x8000
        ld      r3,#6
        ldirb   @r2,@r1,r3
        ld      r1,#moved
        ld      r3,#3
        ldir    @r4,@r1,r3
        ld      r1,#end
        ld      r3,#4
        ldirb   @r4,@r1,r3
        jp      0x8000
moved:  clr     r1
        inc     r1,#2
        ret
end:    .long   0x12345678
