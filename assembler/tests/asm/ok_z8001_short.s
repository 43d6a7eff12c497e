! |address|: segment and offset in one word (by hand: beyond GNU as).
        .z8001
        ld      r1,|<<1>>0x34|
        ld      r1,|<<1>>0x34|(r2)
        add     r0,|0x01000034|(r5)
        clrb    |<<0x7f>>0xff|
        jp      |<<2>>8|
!= 6101013461210134415001344c087fff5e080208
