! open.s - one register used for two purposes, which the manual forbids or ignores and nobody has measured. Expected
! values are those of our emulator: a chip with other results settles a question.

        family  "open: rldb rl1,rl1"
        group
        .word   0xbe99
        start
        vary
        flags   ALL_FLAGS
        code    0,0x0200                ! RRDB
        walk
        reg     1,0x00ff
        done
        close

! The target is word 0 or 1 of the memory, for a pointer before or after its step.
        family  "open: pop x(r10),@r10"
        group
.ifdef SEGMENTED
        .word   0x57ab,0x8000,-8
.else
        .word   0x57aa,-8
.endif
        start
        pointer 10,memory+8
        vary
        flags   ALL_FLAGS
        code    0,0x0200                ! POPL
        walk
        mem     4,0x8181
        done
        close

! After the push, the target is two or four bytes lower, and the test returns differently.
        family  "open: call x(r15)"
        group   period=JUMP_PERIOD
.ifdef SEGMENTED
        .word   0x5ff0,0x8000,(ahead_a-memory-16)&0xffff
.else
        .word   0x5ff0,(ahead_a-memory-16)&0xffff
.endif
        start
        vary
        flags   ALL_FLAGS
        walk
        flags   0xf0
        done
        close

! The pointer is found in memory, as it was before or after its step.
        family  "open: cpi r6,@r6"
        group
        .word   0xbb60
.ifdef SEGMENTED
        .word   0x0a76
.else
        .word   0x0a66
.endif
        start
        pointer 6,memory+8
        mem     4,memory+8
        vary
        flags   ALL_FLAGS
        mem     4,0x0002
        code    0,0x0008                ! CPD
        walk
        reg     10,0x8181
        done
        close
