! shifts.s - shifts and rotations.

        family  "rl, rr, rlc, rrc"
        group
        rl      r1,#1
        start
        reg     1,0
        vary
        flags   ALL_FLAGS
        code    0,0x0100                ! bytes
        code    0,0x0002                ! by two
        code    0,0x0004                ! to the right
        code    0,0x0008                ! through carry
        reg     1,0x8181
        reg     1,0x4242
        reg     1,0xffff
        walk
        done
        group
        rl      r1,#1
        start
        vary
        flags   C_FLAG
        code    0,0x0100
        code    0,0x0002
        code    0,0x0004
        code    0,0x0008
        walk
        reg     1,0xffff
        code    0,0x00f0
        done
        close

        family  "rldb, rrdb"
        group
        rldb    rl1,rh2
        start
        vary
        flags   ALL_FLAGS
        code    0,0x0200                ! RRDB
        reg     1,0x00ff
        walk
        reg     1,0x00ff
        reg     2,0xff00
        done
        group
        rldb    rl1,rh2
        start
        reg     1,0
        reg     2,0
        vary
        code    0,0x0200
        reg     1,0x0080
        reg     2,0x0100
        reg     2,0x1000
        walk
        done
        close

! Distances of bytes and words are signed numbers of four and five bits, in the low byte of the second word.
.macro  shift_static name, op, size
        group   flags=\name, period=18
        \op     \size,#1
        start
        vary
        flags   ALL_FLAGS
        reg     4,0x8080
        reg     4,0x4040
        reg     4,0xffff
        reg     5,0xffff
        code    1,0x0001^0x0002
        walk
        code    1,0x0007
        reg     4,0xffff
        done
.endm

        family  "sla, sll, sra, srl"
.irp    op,sla,sll
        shift_static ALL_FLAGS,\op,r4
        shift_static ALL_FLAGS,\op\()b,rl4
        shift_static ALL_FLAGS,\op\()l,rr4
.endr
.irp    op,sra,srl
        group   period=20
        \op     r4,#1
        start
        code    1,-1
        vary
        flags   ALL_FLAGS
        reg     4,0x8000
        reg     4,0xffff
        code    1,0x0003
        code    1,0x000c
        walk
        reg     4,0xffff
        done
        group   period=20
        \op\()b rl4,#1
        start
        code    1,0x00ff
        vary
        flags   ALL_FLAGS
        reg     4,0x0080
        reg     4,0x00ff
        code    1,0x0001
        code    1,0x0006
        walk
        reg     4,0x00ff
        done
        group   period=22
        \op\()l rr4,#1
        start
        code    1,-1
        vary
        flags   ALL_FLAGS
        reg     4,0x8000
        reg     4,0xffff
        reg     5,0xffff
        code    1,0x0003
        code    1,0x001c
        walk
        reg     5,0xffff
        done
.endr
        close

! By a register: up to the width of the operand.
.macro  shift_dynamic size, top, operands:vararg
.irp    op,sda\size,sdl\size
        group   period=22
        \op     \operands
        start
        reg     1,1
        vary
        flags   ALL_FLAGS
        reg     4,0x8080
        reg     4,0x3c3c
        reg     4,0xffff
        reg     5,0xffff
        reg     1,0xfffe                ! 1 becomes -1
        walk
        reg     4,0xffff
        done
        group   period=22
        \op     \operands
        start
        reg     1,\top
        vary
        reg     4,0xffff
        reg     4,0xaa55
        reg     5,0x0001
        reg     5,0x8000
        flags   C_FLAG
        walk
        reg     1,(\top)-1              ! shorter
        done
        group   period=22
        \op     \operands
        start
        reg     1,-(\top)
        vary
        reg     4,0xffff
        reg     4,0xaa55
        reg     5,0x0001
        reg     5,0x8000
        flags   C_FLAG
        walk
        reg     1,(\top)-1              ! shorter
        done
.endr
.endm

        family  "sda, sdl"
        shift_dynamic ,16,r4,r1
        shift_dynamic b,8,rl4,r1
        shift_dynamic l,32,rr4,r1
        close

! By 0, where C is undefined, and by more than the width of the operand, as a chip does it. Only the low byte of the
! register is used.
.macro  shift_beyond op, operands:vararg
        group   flags=ALL_FLAGS-C_FLAG
        \op     \operands
        start
        reg     1,0
        vary
        flags   ALL_FLAGS
        reg     4,0x8080
        reg     4,0xffff
        reg     5,0xffff
        walk
        done
        group   flags=0, hidden=0x0030, period=38
        \op     \operands
        start
        reg     1,0x0021
        vary
        flags   ALL_FLAGS
        reg     4,0x8080
        reg     4,0xffff
        reg     5,0xffff
        reg     1,0x00c0
        walk
        reg     1,0xffff
        done
.endm

        family  "sda, sdl: 0, beyond"
.irp    op,sda,sdl
        shift_beyond \op,r4,r1
        shift_beyond \op\()b,rl4,r1
        shift_beyond \op\()l,rr4,r1
.endr
        close
