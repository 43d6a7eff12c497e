! The distance of two labels is a number.
start:  ld      r1,#1
        .word   0
end:    ld      r2,#end-start
        ldk     r3,#(end-start)/2
        .space  end-start, 0xaa
!= 21010001000021020006bd33aaaaaaaaaaaa
