! units.s - the Z8010: its commands, and how it treats accesses.
!
! Unit A has segments 0 to 63, unchanged except for segment 5, whose descriptor is the last four bytes of a test's
! memory. Unit B has the same descriptor for segment 69. The word before the descriptor contains the modes of both.

UNIT_WORDS = 14
STATE_MODES      = STATE_MEMORY+10
STATE_DESCRIPTOR = STATE_MEMORY+12

        .text

! find_units - see whether both units exist.
! out    has_units
! uses   R0, R1
find_units:
        clr     has_units
        ld      r0,#0x0506
        soutb   #0x0100|UNIT_A,rh0
        soutb   #0x0100|UNIT_B,rl0
        sinb    rh1,#0x0100|UNIT_A
        sinb    rl1,#0x0100|UNIT_B
        cp      r1,r0
        ret     ne
        ld      r0,has_vectored         ! which their tests need, too
        ld      has_units,r0
        ret

! fill_unit - before a test of commands, let unit A pass addresses, and fill its descriptors with bytes of many kinds.
! uses   R0, R1, R4, R5
fill_unit:
        ldb     rl0,#0x80
        soutb   #UNIT_A,rl0
        clrb    rl0
        soutb   #0x0100|UNIT_A,rl0
        soutb   #0x1100|UNIT_A,rl0
        ld      r1,#0x0f00|UNIT_A
        ld      r4,#translation
        ld      r5,#256
        sotirb  @r1,@r4,r5
        ret

! tell_unit - after a test of commands, add all registers of unit A to the sum.
! uses   R0-R5
tell_unit:
        ld      r4,#told
        ld      r1,#UNIT_A
        ldk     r2,#8
        calr    read_commands
        ld      r1,#0x2000|UNIT_A
        ldk     r2,#2
        sinirb  @r4,@r1,r2
        ldb     rl0,#0x80
        soutb   #UNIT_A,rl0
        clrb    rl0
        soutb   #0x0100|UNIT_A,rl0
        ld      r1,#0x0f00|UNIT_A
        ld      r2,#256
        sinirb  @r4,@r1,r2
        ld      r4,#told
        ld      r5,#(10+256)/2
        jr      add_words

! read_commands - read from a unit by consecutive commands.
! in     R1 the first one's port, R2 how many, R4 where to
! out    R4 after it
! uses   R1, R2
read_commands:
        sinib   @r4,@r1,r2
        ret     ov
        add     r1,#0x0100
        jr      read_commands

! set_units - set up both units, before a test of accesses.
! uses   R0-R6
set_units:
        ldk     r6,#UNIT_A
        clrb    rl0
        soutb   #0x0100|UNIT_A,rl0
        ld      r4,#whole
        calr    set_descriptor
        ldb     rl0,#5
        soutb   #0x0100|UNIT_A,rl0
        soutb   #0x0100|UNIT_B,rl0
        soutb   #0x1100|UNIT_A,rl0
        soutb   #0x1100|UNIT_B,rl0
        ld      r4,#state+STATE_DESCRIPTOR
        calr    set_descriptor
        ldk     r6,#UNIT_B
        ld      r4,#state+STATE_DESCRIPTOR
        calr    set_descriptor
        ld      r0,state+STATE_MODES
        soutb   #UNIT_A,rh0
        soutb   #UNIT_B,rl0
        ret

! set_descriptor - write a descriptor of a unit.
! in     R6 the unit, R4 four bytes
! uses   R1, R2, R4
set_descriptor:
        ld      r1,#0x0b00
        or      r1,r6
        ldk     r2,#4
        sotirb  @r1,@r4,r2
        ret

! tell_units - after a test of accesses, add the records of both to the sum. The system stack is in segment 0 again.
! uses   R0-R6
tell_units:
        ldb     rl0,#0x80
        soutb   #UNIT_A,rl0
        clrb    rl0
        soutb   #UNIT_B,rl0
        ld      r0,#TEST_FCW|SYSTEM
        ldctl   fcw,r0
        ld      r14,#0x8000
        ld      r0,#SYSTEM
        ldctl   fcw,r0
        calr    stop_all
        ld      r4,#told
        ldk     r6,#UNIT_A
        calr    tell_registers
        ldk     r6,#UNIT_B
        calr    tell_registers
        ld      r4,#told
        ldk     r5,#UNIT_WORDS
        jp      add_words

! tell_registers - read the registers of a unit, its violations while they are reset, and its descriptor 5.
! in     R6 the unit, R4 where to
! out    R4 after it
! uses   R1-R3, R5
tell_registers:
        ld      r1,#0x0100
        or      r1,r6
        ldk     r2,#7
        calr    read_commands
.irp    reset,0x1300,0x1400,0x1100
        ld      r1,#\reset
        or      r1,r6
        ld      r3,#whole
        ldk     r2,#1
        sotirb  @r1,@r3,r2
        ld      r1,#0x0200
        or      r1,r6
        ldk     r2,#1
        sinirb  @r4,@r1,r2
.endr
        ld      r1,#0x0b00
        or      r1,r6
        ldk     r2,#4
        sinirb  @r4,@r1,r2
        ret

        tables
whole:  .byte   0,0,0xff,0              ! a segment that is all of the first 64 KB of memory
        .even
        .text
