! Names that GNU as and its disassembler use.
        ei      all
        di      both
        jp      c/ult,0x1234
        jr      ov/pe,.
        ret     nc/uge
        ld      r1,sp
        push    @sp,r1
        segm
        pushl   @sp,rr2
        ldl     rr2,sp
!= 7c047c005e071234e4ff9e0fa1f193f191e294e2
