! A table has as many entries as there are numbers that come to it. The word after each would do for one more.
!lines T0028: / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word 0x0018 / L0036:
!lines T0048: / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word 0x0018 / L005e:
!lines T0074: / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word 0x0018 / L0086:
!lines T0096: / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word 0x0018 / L00ac:
!lines T0100: / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word 0x0018
!lines T0ffc: / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word L0018 / .word 0x0018
        call doubled
        call signed
        call before
        call byte
        call around
        call further
out:    ret
doubled: cp r7,#5
        jr ugt,out
        add r7,r7
        ld r1,six(r7)
        jp @r1
six:    .word out,out,out,out,out,out,out
signed: cp r7,#9
        jr gt,out
        test r7
        jr mi,out
        add r7,r7
        ld r1,ten(r7)
        jp @r1
ten:    .word out,out,out,out,out,out,out,out,out,out,out
before: cp r7,#9
        jr gt,out
        dec r7,#2
        cp r7,#0
        jr lt,out
        add r7,r7
        ld r1,eight(r7)
        jp @r1
eight:  .word out,out,out,out,out,out,out,out,out
byte:   cpb rl7,#9
        jr ugt,out
        clrb rh7
        add r7,r7
        ld r1,again(r7)
        jp @r1
again:  .word out,out,out,out,out,out,out,out,out,out,out
around: cp r7,#8
        jr ugt,out
        add r7,r7
        add r7,#0x1000
        add r7,#0xfffc
        ld r1,@r7
        jp @r1
further: cp r7,#5
        jr ugt,out
        add r7,r7
        add r7,#0x4100
        sub r7,#0x4000
        ld r1,@r7
        jp @r1
        .org 0x100
        .word out,out,out,out,out,out,out
        .org 0xffc
        .word out,out,out,out,out,out,out,out,out,out
