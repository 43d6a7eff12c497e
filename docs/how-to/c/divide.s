! divide.s - the unsigned divisions that GCC calls for; the signed ones are instructions. For both processors: nothing
! here has an address.

        .global ___udivsi3, ___umodsi3

        .text

! udivsi3 - divide.
! in     RR6 the dividend, RR4 the divisor
! out    RR2 the quotient
! uses   RR4, RR6
___udivsi3:
        calr    divide
        ldl     rr2,rr6
        ret

! umodsi3 - find the remainder.
! in     RR6 the dividend, RR4 the divisor
! out    RR2 the remainder
! uses   RR4, RR6
___umodsi3:
        calr    divide
        ldl     rr2,rr4
        ret

! divide - divide by the signed instruction; a quotient of 32 bits is an overflow to it, but complete.
! in     RR6 the dividend, RR4 the divisor
! out    RR6 the quotient, RR4 the remainder
! uses   RR2
divide: ldl     rr2,rr4
        subl    rr4,rr4
        testl   rr2
        jr      mi,1f
        divl    rq4,rr2
        ret
1:      ldl     rr4,rr6                 ! by such a divisor the quotient is 0 or 1
        subl    rr6,rr6
        subl    rr4,rr2
        jr      nc,2f
        addl    rr4,rr2
        ret
2:      inc     r7,#1
        ret
