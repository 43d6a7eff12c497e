! Loads and stores of 1 to 16 registers.
        ldm     r1,@r2,#1
        ldm     r1,0x1234,#4
        ldm     r1,0x1234(r2),#16
        ldm     @r15,r0,#14
        ldm     0x1234,r8,#2
        ldm     0x1234(r3),r0,#16
!= 1c2101005c01010312345c21010f12341cf9000d5c09080112345c39000f1234
