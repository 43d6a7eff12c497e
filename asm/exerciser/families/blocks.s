! blocks.s - instructions on blocks of memory and strings.
!
! R2 points to words 0 to 3, R6 to words 4 to 7; R10 counts.

BLOCK_PERIOD = 20

! `op` moves words from R6 to R2.
.macro  moved op, first
        group   period=BLOCK_PERIOD
        \op     @r2,@r6,r10
        start
        pointer 2,memory+\first
        pointer 6,memory+8+\first
        reg     10,4
        vary
        flags   ALL_FLAGS
        reg     10,0x0005               ! 1
        walk
        mem     5,0x8181
        done
.endm

! `op` searches the words at R6 for a register's value, with all conditions. The words repeat, so it ends early or late.
.macro  searched op, register, first
        group   period=BLOCK_PERIOD
        \op     \register,@r6,r10,eq
        start
        pointer 6,memory+8+\first
        reg     4,0x5555
        reg     10,4
        mem     4,0x5555
        mem     5,0x7f80
        mem     6,0x5555
        mem     7,0x9977
        vary
        flags   ALL_FLAGS
        code    1,0x0001                ! the condition
        code    1,0x0002
        code    1,0x0004
        code    1,0x0008
        reg     10,0x0005
        walk
        reg     4,0x8181
        done
.endm

! `op` compares the words at R2 with those at R6.
.macro  compared op, first
        group   period=BLOCK_PERIOD
        \op     @r2,@r6,r10,eq
        start
        pointer 2,memory+\first
        pointer 6,memory+8+\first
        reg     10,4
        mem     0,0x5555
        mem     1,0x8080
        mem     2,0x1122
        mem     3,0x9977
        mem     4,0x5555
        mem     5,0x7f80
        mem     6,0x1122
        mem     7,0x9978
        vary
        flags   ALL_FLAGS
        code    1,0x0001
        code    1,0x0002
        code    1,0x0004
        code    1,0x0008
        reg     10,0x0005
        walk
        mem     2,0x8181
        done
.endm

        family  "ldi, ldd"
.irp    op,ldi,ldib,ldir,ldirb
        moved   \op,0
.endr
.irp    op,ldd,lddr
        moved   \op,6
.endr
.irp    op,lddb,lddrb
        moved   \op,7
.endr
        close

        family  "cpi, cpd"
.irp    op,cpi,cpir
        searched \op,r4,0
        searched \op\()b,rl4,0
.endr
.irp    op,cpd,cpdr
        searched \op,r4,6
        searched \op\()b,rl4,7
.endr
        close

        family  "cpsi, cpsd"
.irp    op,cpsi,cpsir
        compared \op,0
        compared \op\()b,0
.endr
.irp    op,cpsd,cpsdr
        compared \op,6
        compared \op\()b,7
.endr
        close

! The translation table maps a space to 0, and 0 to 80h. The manual does not define Z and RH1.
.macro  translated op, flags, first
        group   flags=\flags, hidden=0x0002, period=BLOCK_PERIOD
        \op     @r2,@r6,r10
        start
        pointer 2,memory+\first
        pointer 6,translation
        reg     10,4
        mem     0,0x0020
        mem     1,0x2041
        mem     2,0x2020
        mem     3,0x2000
        vary
        flags   ALL_FLAGS
        reg     10,0x0005
        mem     0,0x2020
        mem     3,0x2020
        walk
        mem     0,0x8181
        done
.endm

        family  "trib, trtib"
.irp    op,trib,trirb
        translated \op,ALL_FLAGS-Z_FLAG,0
.endr
.irp    op,trdb,trdrb
        translated \op,ALL_FLAGS-Z_FLAG,7
.endr
.irp    op,trtib,trtirb
        translated \op,ALL_FLAGS,0
.endr
.irp    op,trtdb,trtdrb
        translated \op,ALL_FLAGS,7
.endr
        close
