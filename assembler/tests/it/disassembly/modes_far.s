! In non-segmented mode, the addresses of calls, in tables, on the stack and in registers are in the segment of the code.
!with segments far
!lines unsegm / call L1001a / call L10034 / call L1004e / push @r15,#L10080 / jp 0x8000
!lines ld r1,T10028(r7) / jp @r1 / T10028: / .word L1002c / .word L10030 / L1002c: / clr r1 / ret / L10030: / clr r2 / ret
!lines jp L10042(r6) / L10042: / jp L1002c / jp L1004a / L1004a: / clr r3 / ret
!lines ld r5,#L1005a / push @r15,r5 / pop r4,@r15 / jp @r4 / .word 0x0f0f / L1005a: / clr r4 / ret
!lines L10080: / ld r3,D11234 / halt
        .z8001
        ldctl r1,fcw
        res r1,#15
        ldctl fcw,r1
        unsegm
        call choose
        call list
        call through
        push @r15,#back
        jp 0x8000
choose: cp r7,#1
        ret ugt
        add r7,r7
        ld r1,table(r7)
        jp @r1
table:  .word one,two
one:    clr r1
        ret
two:    clr r2
        ret
list:   cp r6,#1
        ret ugt
        sla r6,#2
        jp jumps(r6)
jumps:  jp one
        jp three
three:  clr r3
        ret
through: ld r5,#four
        push @r15,r5
        pop r4,@r15
        jp @r4
        .word 0x0f0f
four:   clr r4
        ret
        .org 0x80,0x0f
back:   ld r3,0x1234
        halt
