! The count of a shift may be a constant that is defined later (by hand: GNU as goes wrong here).
        sra     r1,#LATER
        srl     r2,#LATER+1
        sla     r3,#LATER
        .equ    LATER, 3
!= b319fffdb321fffcb3390003
