! macros.s - the language in which the tests are written.
!
!       group                   one or more instructions ...
!       addb    rl1,rh2
!       start                   ... the state before them, if different from that of vectors.s ...
!       reg     1,0x0708
!       vary                    ... bits to invert, each line separately, in all combinations ...
!       reg     1,0x0080
!       flags   ALL_FLAGS
!       walk                    ... and for each of these, single bits to invert, one by one.
!       reg     2,0xff00
!       done

! Addresses of the processor under test.
.macro  far
.ifdef SEGMENTED
        .z8001
.endif
.endm

.macro  near
        .z8002
.endm

! Tables and variables: if one space contains everything, they follow the program.
.macro  tables
.ifdef CPM
        .text
.else
        .data
.endif
.endm

! The end of a handler, which a Z8001 must reach in segmented mode: it restores the registers from R0 and executes IRET.
.macro  resume saved:req, count:req
.ifdef SEGMENTED
        ld      r0,#TEST_FCW|SYSTEM
        ldctl   fcw,r0
        far
.endif
        ldm     r0,\saved,#\count
        iret
        near
.endm

.macro  family name
        .word   FAMILY
7:      .ascii  "\name"
        .fill   26-(.-7b),1,' '
        .byte   0,0
.endm

! The following family is only for machines on which a variable is not 0. Routines may be called before and after each
! test, as `run_test` is.
.macro  needs found:req, before=nothing, behind=nothing
        .word   NEEDS,9f,\found,\before,\behind
.endm

.macro  close
        .word   CLOSE
9:
.endm

! flags: the flags that the manual defines; hidden: a bit for each register that it leaves undefined;
! period: of the timer, 0 for a test that cannot be timed.
.macro  group flags=ALL_FLAGS, hidden=0, period=USUAL
        .word   GROUP,\flags,\hidden,\period,(2f-1f)/2
1:
.endm

.macro  start
        near
2:      .word   (4f-3f)/4
3:
.endm

.macro  vary
4:      .word   (6f-5f)/4
5:
.endm

.macro  walk
6:      .word   (8f-7f)/4
7:
.endm

.macro  done
8:
.endm

! Words of the state.
.macro  reg number, value
        .word   STATE_REGISTERS+2*(\number),\value
.endm

.macro  mem index, value
        .word   STATE_MEMORY+2*(\index),\value
.endm

.macro  code index, value
        .word   STATE_CODE+2*(\index),\value
.endm

.macro  flags value
        .word   STATE_FCW,\value
.endm

! System mode, with flags.
.macro  system value=0
        .word   STATE_FCW,TEST_FCW|SYSTEM|\value
.endm

! The even register `number` points to `address`.
.macro  pointer number, address
.ifdef SEGMENTED
        .word   STATE_REGISTERS+2*(\number),0x8000
        .word   STATE_REGISTERS+2*(\number)+2,\address
.else
        .word   STATE_REGISTERS+2*(\number),\address
.endif
.endm

! Bits of the offset in a pointer.
.macro  offset number, value
.ifdef SEGMENTED
        .word   STATE_REGISTERS+2*(\number)+2,\value
.else
        .word   STATE_REGISTERS+2*(\number),\value
.endif
.endm
