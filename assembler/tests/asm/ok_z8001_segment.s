! <<segment>>offset: the segment apart (by hand: beyond GNU as).
        .z8001
        .equ    DATA, 2
        ld      r1,<<1>>0x1234
        ldb     <<0x7f>>2(r3),rl1
        jp      z,<<DATA>>0x100+4
        lda     rr2,<<%1B>>%1234
!= 6101810012346e39ff0000025e068200010476029b001234
