! What comes later can be named everywhere but where the value is needed at once.
        ld      r1,#LATE
        ld      r2,table+2
        ld      r3,table(r1)
        jr      end
        .byte   LATE, LATE+1
table:  .word   table, end-table
end:
        .equ    LATE, 9
!= 210100096102001261130010e803090a00100004
