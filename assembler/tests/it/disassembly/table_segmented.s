! A table of segmented addresses is followed.
!with segments
!lines T0012: / .long L001a / .long L001e / L001a: / clr r1 / ret
        .z8001
        cp r7,#1
        jr ugt,out
        sla r7,#2
        ldl rr2,table(r7)
        jp @rr2
table:  .long one,two
one:    clr r1
        ret
two:    clr r2
        ret
out:    clr r3
        ret
