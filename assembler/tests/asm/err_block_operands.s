! The third operand of a block move is a register that counts.
        ldir    @r2,@r3,r4
        ldi     @r2,@r3,r4
        ldir    @r2,@r3,@r4
        ldir    @r2,@r3,#4
