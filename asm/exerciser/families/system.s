! system.s - traps and privileged operations. The exerciser omits them if it runs under an operating system.

TRAP_PERIOD = 22

        family  "traps"
        group   period=TRAP_PERIOD
        sc      #0x5a
        start
        vary
        flags   ALL_FLAGS
        flags   SYSTEM
        walk
        code    0,0x00f0
        done
        group   period=TRAP_PERIOD
        .word   0x0f5a,0x1234           ! extended instructions
        start
        vary
        flags   ALL_FLAGS
        flags   SYSTEM
        code    0,0x4000
        code    0,0x0100
        walk
        done
        group   period=TRAP_PERIOD
        .word   0x8f5a,0x1234
        start
        vary
        flags   ALL_FLAGS
        code    0,0x0100
        walk
        done
        close

! Each privileged instruction in normal mode.
.macro  privileged op:req, operands:vararg
        group   period=TRAP_PERIOD
        \op     \operands
        start
        vary
        flags   ALL_FLAGS
        reg     4,0xffff
        walk
        done
.endm

        family  "privileged"
        privileged halt
        privileged iret
        privileged ei,vi
        privileged di,vi
        privileged ldctl,fcw,r4
        privileged ldctl,r4,fcw
        privileged ldps,@r2
        privileged mset
        privileged mres
        privileged mbit
        privileged mreq,r4
        privileged in,r4,@r2
        privileged inb,rl4,#0xff01
        privileged out,@r2,r4
        privileged outb,#0xff05,rl4
        privileged inib,@r2,@r6,r10
        privileged outib,@r2,@r6,r10
        privileged sin,r4,#0x1234
        privileged sout,#0x1234,r4
        close

        family  "ldctl, ei, di"
        group   period=0                ! it has a status area of its own
        ldctl   psapoff,r4
        ldctl   r9,psapoff
        ld      r3,#STATUS_AREA
        ldctl   psapoff,r3
        start
        system
        vary
        walk
        reg     4,0xffff
        done
        group
        ldctl   nspoff,r4
        ldctl   r9,nspoff
        start
        system
        vary
        flags   ALL_FLAGS
        walk
        reg     4,0xffff
        done
.ifdef SEGMENTED
        group
        far
        ldctl   nspseg,r4
        ldctl   nspoff,r5
        ldctl   r9,nspseg
        ldctl   r10,nspoff
        start
        system
        vary
        flags   ALL_FLAGS
        walk
        reg     4,0xffff
        reg     5,0xffff
        done
.endif
        group
        ldctl   r4,fcw
        start
        system
        vary
        flags   ALL_FLAGS
        walk
        done
        group
        ldctl   fcw,r4
        start
        system
        reg     4,TEST_FCW+SYSTEM+NVIE
        vary
        reg     4,SYSTEM                ! leaves system mode
        walk
        reg     4,0x37fc                ! no NVI: the timer
        done
        group   period=0
        ei      vi
        start
        system
        vary
        flags   0x1000
        flags   0x0800
        code    0,0x0004                ! DI
        walk
        code    0,0x0003
        done
        close

! The status that LDPS loads; segmented, a reserved word comes first.
.ifdef SEGMENTED
STATUS_FCW = 1
.else
STATUS_FCW = 0
.endif

.macro  status_words
        mem     STATUS_FCW,TEST_FCW+NVIE
.ifdef SEGMENTED
        mem     2,0x8000
        mem     3,ahead_a
.else
        mem     1,ahead_a
.endif
.endm

        family  "ldps, iret"
        group   period=JUMP_PERIOD
        ldps    @r2
        start
        system
        pointer 2,memory
        status_words
        vary
        flags   ALL_FLAGS
        mem     STATUS_FCW,SYSTEM
        walk
        mem     STATUS_FCW,0x20fc
        done
        group   period=JUMP_PERIOD
        far
        ldps    memory
        start
        system
        status_words
        vary
        mem     STATUS_FCW,SYSTEM
        walk
        done
        group   period=JUMP_PERIOD
        far
        ldps    memory-0x104(r8)
        start
        system
        reg     8,0x104
        status_words
        vary
        mem     STATUS_FCW,SYSTEM
        walk
        done
        group   period=JUMP_PERIOD
        iret
        start
        system
        reg     15,memory+8
        mem     4,0x9999
        mem     5,TEST_FCW+NVIE
.ifdef SEGMENTED
        mem     6,0x8000
        mem     7,ahead_a
.else
        mem     6,ahead_a
.endif
        vary
        flags   ALL_FLAGS
        mem     5,SYSTEM
        walk
        mem     5,0x20fc
        done
        close

! Interrupted between two iterations: the timer expires soon after the instruction has begun. No condition holds.
.macro  interrupted op, first, second, operands:vararg
        group   period=INTERRUPTED
        \op     \operands
        start
        system
        pointer 2,memory+\first
        pointer 6,memory+\second
        reg     4,0x5a5a
        reg     10,6
.irp    index,0,1,2,3,4,5,6,7
        mem     \index,0x2020
.endr
        vary
        reg     10,0x0002
        flags   SYSTEM
        walk
        done
.endm

INTERRUPTED = 8

        family  "interrupted"
        interrupted ldirb,2,8,@r2,@r6,r10
        interrupted lddr,14,12,@r2,@r6,r10
        interrupted cpirb,2,8,rl4,@r6,r10,eq
        interrupted cpdr,14,12,r4,@r6,r10,eq
        interrupted cpsirb,2,8,@r2,@r6,r10,ne
        interrupted cpsdr,14,12,@r2,@r6,r10,ne
        close

! If no device answers, any value may be read, so only pointers, counters and flags are checked.

        family  "in, out"
        group   hidden=0x0010
        in      r4,#0xff20
        start
        system
        vary
        flags   ALL_FLAGS
        walk
        done
        group   hidden=0x0010
        in      r4,@r6
        start
        system
        reg     6,0xff20
        vary
        flags   ALL_FLAGS
        walk
        done
        group   hidden=0x0010
        inb     rl4,#0xff21
        start
        system
        vary
        flags   ALL_FLAGS
        walk
        done
        group
        out     #0xff20,r4
        start
        system
        vary
        flags   ALL_FLAGS
        walk
        done
        group
        outb    @r6,rl4
        start
        system
        reg     6,0xff21
        vary
        flags   ALL_FLAGS
        walk
        done
.irp    op,outi,outib,otir,otirb,outd,outdb,otdr,otdrb
        group   period=BLOCK_PERIOD
        \op     @r6,@r2,r10
        start
        system
        reg     6,0xff20
        pointer 2,memory+6
        reg     10,4
        vary
        flags   ALL_FLAGS
        reg     10,0x0005
        walk
        done
.endr
.irp    op,ini,inib,inir,inirb,ind,indb,indr,indrb
        group   period=BLOCK_PERIOD
        \op     @r2,@r6,r10
        start
        system
        reg     6,0xff20
        pointer 2,unseen+8
        reg     10,4
        vary
        flags   ALL_FLAGS
        reg     10,0x0005
        walk
        done
.endr
        close
