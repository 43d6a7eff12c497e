! bits.s - single bits.

        family  "bit, set, res"
.irp    op,bit,set,res
        group
        \op     r1,#0
        start
        vary
        flags   ALL_FLAGS
        code    0,0x0100                ! bytes
        code    0,0x0001
        code    0,0x0002
        code    0,0x0004
        reg     1,0xffff
        walk
        code    0,0x00f0
        done
        group
        \op     r1,#8
        start
        vary
        flags   ALL_FLAGS
        code    0,0x0001
        code    0,0x0002
        code    0,0x0004
        reg     1,0xffff
        walk
        done
        to_memory \op,#9
        to_memory \op\()b,#6
.endr
        close

! The bit number is in a register, of which the low three or four bits are used.
        family  "bit, set, res by reg."
.irp    op,bit,set,res
        group
        \op     r8,r1
        start
        reg     1,0
        vary
        flags   ALL_FLAGS
        code    0,0x0100
        reg     1,0x0001
        reg     1,0x0002
        reg     1,0x0004
        reg     1,0x0008
        reg     8,0xffff
        reg     0,0xffff
        walk
        reg     1,0xfff0
        done
.endr
        close

        family  "tset"
        group
        tset    r1
        start
        vary
        flags   ALL_FLAGS
        code    0,0x0100
        reg     1,0x8080
        walk
        reg     1,0xffff
        done
        on_memory tset
        on_memory tsetb
        close
