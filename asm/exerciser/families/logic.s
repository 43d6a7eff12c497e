! logic.s - logical instructions, tests, and instructions that set or clear whole operands.

        family  "and, or, xor"
.irp    op,and,or,xor
        group
        \op     r1,r2
        start
        reg     1,0
        reg     2,0
        vary
        flags   ALL_FLAGS
        code    0,0x0100                ! bytes
        reg     1,0x8080
        reg     1,0xffff
        reg     2,0x0101
        reg     2,0xffff
        walk
        reg     1,0xffff
        done
        immediate \op,r4,0x5aa5
        immediate \op\()b,rl4,0x5a
        from_memory \op,r4
        from_program \op,r4
        from_memory \op\()b,rl4
        from_program \op\()b,rl4
.endr
        close

        family  "com, test, clr"
.irp    op,com,test,clr
        group
        \op     r1
        start
        reg     1,0
        vary
        flags   ALL_FLAGS
        code    0,0x0100
        code    0,0x0080                ! other registers
        reg     1,0x8080
        reg     1,0xffff
        walk
        reg     1,0xffff
        done
        on_memory \op
        on_memory \op\()b
.endr
        group
        testl   rr2
        start
        reg     2,0
        reg     3,0
        vary
        flags   ALL_FLAGS
        reg     2,0x8000
        reg     3,0xffff
        walk
        reg     2,0xffff
        reg     3,0xffff
        done
        on_memory testl
        close
