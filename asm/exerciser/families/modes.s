! modes.s - groups of tests for an instruction in each of its addressing modes.
!
! Memory operands are in the middle of the memory under test. R2 points there, R8 is the index.

! Addresses of an instruction under test; in segmented mode the long form.
OPERAND == memory+4

! Words 2 and 3 of the memory under test, inverted and walked through; bytes and long words are parts of them.
.macro  vary_memory
        mem     2,0x8000
        mem     2,0x7fff
        mem     3,0xffff
.endm

! One group: `op` with `operands`, which are in memory.
.macro  indirect op:req, operands:vararg
        group
        \op     \operands
        start
        pointer 2,OPERAND
        vary
        flags   ALL_FLAGS
        vary_memory
        walk
        mem     2,0xffff
        done
.endm

.macro  direct op:req, operands:vararg
        group
        far
        \op     \operands
        start
        vary
        flags   ALL_FLAGS
        vary_memory
        walk
        mem     2,0x8181
        done
.endm

! The index is odd, and the address compensates for it.
.macro  indexed op:req, operands:vararg
        group
        far
        \op     \operands
        start
        reg     8,0x0105
        vary
        flags   ALL_FLAGS
        vary_memory
        walk
        mem     2,0x8181
        done
.endm

! Short addresses: an indexed one reaches the memory under test from afar, a direct one reads words of the program.
SHORT == short_words+4

.macro  short op:req, operands:vararg
        group
        .z8001
        \op     \operands
        start
        reg     8,OPERAND-SHORT
        vary
        flags   ALL_FLAGS
        vary_memory
        walk
        done
.endm

! `op register,source` in the modes that read memory.
.macro  from_memory op, register
        indirect \op,\register,@r2
        direct  \op,\register,OPERAND
        indexed \op,\register,OPERAND-0x105(r8)
.ifdef SEGMENTED
        short   \op,\register,|SHORT|(r8)
.endif
.endm

! `op destination` in all modes with an address.
.macro  on_memory op
        indirect \op,@r2
        direct  \op,OPERAND
        indexed \op,OPERAND-0x105(r8)
.ifdef SEGMENTED
        short   \op,|SHORT|(r8)
.endif
.endm

! `op destination,operand` in all modes with an address.
.macro  to_memory op, operand
        indirect \op,@r2,\operand
        direct  \op,OPERAND,\operand
        indexed \op,OPERAND-0x105(r8),\operand
.ifdef SEGMENTED
        short   \op,|SHORT|(r8),\operand
.endif
.endm

! Instructions that only read, and so leave the words of the program unchanged.
.macro  from_program op, register
.ifdef SEGMENTED
        group
        .z8001
        \op     \register,|SHORT|
        start
        vary
        flags   ALL_FLAGS
        reg     4,0x8000
        reg     5,0xffff
        walk
        done
.endif
.endm

! `op register,immediate`: all bits of a word of the operand.
.macro  immediate op, register, value
        group
        \op     \register,#\value
        start
        vary
        flags   ALL_FLAGS
        reg     4,0xffff
        code    1,0xffff
        walk
        code    1,0xffff
        done
.endm
