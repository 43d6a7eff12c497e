! LDB with a number in its long form, which assemblers do not write; EXTSB; NOP; RET.
!instructions 0 4 6 8
!lines .word 0x200f,0x0000 / extsb r7 / nop / ret
!text ldb rl7,#0x0
        .word 0x200f,0x0000,0xb170,0x8d07,0x9e08
