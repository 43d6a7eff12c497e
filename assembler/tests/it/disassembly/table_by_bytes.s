! A table whose words are read byte by byte is found by its entries; so are the address that is pushed for the return,
! and a table that is named by an address before it.
!lines ld r3,#D0122 / add r3,r1 / ldb rh2,@r3 / inc r3,#1 / ldb rl2,@r3 / ld r1,#L0132 / push @r15,r1 / push @r15,r2
!lines lda r5,D0122-1(r1)
!lines .word L012a / .word L012c / .word L012e / .word L0130 / L012a: / ret
        jp start
        .org 0x100
start:  cp r1,#8
        jr nc,out
        lda r5,table-1(r1)
        ld r3,#table
        add r3,r1
        ldb rh2,@r3
        inc r3,#1
        ldb rl2,@r3
        ld r1,#back
        push @r15,r1
        push @r15,r2
out:    jp 0x8000
table:  .word one,two,three,four
one:    ret
two:    ret
three:  ret
four:   ret
back:   clr r7
        ret
