! A loop calls a routine in another segment. Both begin at the same offset, so that the segment alone tells them apart.
!on z8001
!register 2 45150 1 + 2 + ... + 300
!register 3 45150
!segment 0
start:  ldl rr14,#0x80008000
        jp begin
        .org 0x100
begin:  ld r1,#300
1:      call far
        djnz r1,1b
        halt
        .org 0x20100
far:    add r2,r1
        push @rr14,r2
        pop r3,@rr14
        ret
