! Z8001: an address as its 32-bit image, and with an index, which is a word.
        .z8001
        ld      r1,0x81001234
        ldb     0x80001234,rl1
        addl    rr2,0xff000002
        clr     0x81001234
        ld      0x81001234,#5
        test    0x82000000
        ld      r1,0x81001234(r2)
        ldb     0x81001234(r2),rl1
        cp      r1,0x82000000(r3)
        inc     0x81001234(r2),#16
!= 6101810012346e09800012345602ff0000024d08810012344d05810012340005
!= 4d04820000006121810012346e29810012344b3182000000692f81001234
