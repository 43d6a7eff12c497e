! stack.s - PUSH and POP, with any register as the stack pointer.

! `op` with `operands`. R10 is the stack pointer, R2 points to the operand, R8 is an index.
.macro  stacked op:req, operands:vararg
        group
        far
        \op     \operands
        start
        pointer 10,memory+8
        pointer 2,memory+12
        reg     8,0x105
        vary
        flags   ALL_FLAGS
        walk
        mem     4,0x8181
        mem     6,0x8181
        done
.endm

! The same without an address: the code is the same in both modes.
.macro  stacked_near op:req, operands:vararg
        group
        \op     \operands
        start
        pointer 10,memory+8
        pointer 2,memory+12
        vary
        flags   ALL_FLAGS
        walk
        mem     4,0x8181
        mem     6,0x8181
        reg     4,0x8181
        done
.endm

        family  "push, pop"
        stacked_near push,@r10,r4
        stacked_near push,@r10,@r2
        stacked_near push,@r10,#0x1234
        stacked_near pushl,@r10,rr4
        stacked_near pushl,@r10,@r2
        stacked_near pop,r4,@r10
        stacked_near pop,@r2,@r10
        stacked_near popl,rr4,@r10
        stacked_near popl,@r2,@r10
.ifdef SEGMENTED
        stacked push,@rr14,r4
        stacked pushl,@rr14,rr4
.else
        stacked push,@r15,r4
        stacked pushl,@r15,rr4
.endif
.irp    op,push,pushl
.ifdef SEGMENTED
        stacked \op,@rr10,memory+12
        stacked \op,@rr10,memory+12-0x105(r8)
.else
        stacked \op,@r10,memory+12
        stacked \op,@r10,memory+12-0x105(r8)
.endif
.endr
.irp    op,pop,popl
.ifdef SEGMENTED
        stacked \op,memory+12,@rr10
        stacked \op,memory+12-0x105(r8),@rr10
.else
        stacked \op,memory+12,@r10
        stacked \op,memory+12-0x105(r8),@r10
.endif
.endr
        close
