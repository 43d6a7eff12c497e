! units.s - the Z8010.

! Writes bytes by one command, and reads bytes by another. As modes, the written bytes let addresses pass.
.macro  commanded first, second, count, last=0x8391
        group   period=0
        sotirb  @r6,@r2,r10
        sinirb  @r8,@r12,r11
        start
        system
        pointer 2,memory
        pointer 8,memory+8
        reg     6,\first
        reg     10,\count
        reg     12,\second
        reg     11,5
        mem     0,0x8192
        mem     1,\last
        vary
.endm

        needs   has_units,fill_unit,tell_unit
        family  "z8010: commands"
        commanded UNIT_A,UNIT_A,4
        reg     6,0x0100
        reg     6,0x0200
        reg     6,0x0400
        reg     6,0x0800
        reg     6,0x1000
        reg     6,0x2000
        walk
        reg     12,0x3f00
        done
        commanded 0x0100|UNIT_A,UNIT_A,4,0x83bd ! the last byte selects segment 61
        reg     12,0x0100
        reg     12,0x0200
        reg     12,0x0400
        reg     12,0x0800
        reg     12,0x1000
        reg     12,0x2000
        walk
        reg     12,0x00ff
        done
        commanded 0x0f00|UNIT_A,0x0f00|UNIT_A,4
        code    0,0x0001                ! OTIRB
        code    2,0x0001                ! INIRB
        reg     10,0x0001
        walk
        reg     6,0x00ff
        done
        close

! R2 points to block 01 of segment 5, which is memory from 8000h.
.macro  unit_state modes, segment
        start
        system
        reg     2,\segment
        reg     3,0x0100
        reg     15,unseen+16
        mem     5,\modes
        mem     6,0x007f
        mem     7,0x0100
.endm

.macro  accessed op:req, operands:vararg
        group   period=0
        \op     \operands
        unit_state 0xc000,0x8500
        vary
        flags   SYSTEM
        mem     7,0x0001
        mem     7,0x0002
        mem     7,0x0004
        mem     7,0x0008
        mem     7,0x0010
        mem     7,0x0020
        walk
        done
.endm

! The same word, addressed with several bases.
.macro  placed base, at
        group   period=0
        inc     @r2,#3
        unit_state 0xc000,0x8500
        reg     3,\at
        mem     6,\base
        mem     7,(\at)&0xff00
        vary
        mem     7,0x0020
        mem     7,0x0100
        walk
        mem     7,0xff00
        done
.endm

        needs   has_units,set_units,tell_units
        family  "z8010: accesses"
        accessed ld,r4,@r2
        accessed ld,@r2,r4
        accessed ldb,rl4,@r2
        accessed ldb,@r2,rl4
        accessed inc,@r2,#1
        accessed push,@r2,r4
        accessed ldm,r4,@r2,#3
        accessed ldm,@r2,r4,#3
        placed  0x0080,0x0000
        placed  0x007f,0x0100
        placed  0x0071,0x0f02
        placed  0x0040,0x4000
        placed  0x0001,0x7f06
        placed  0xff81,0xff00
        group   period=0
        ld      r4,@r2
        unit_state 0xc000,0x8500
        vary
        mem     7,0x0004
        walk
        reg     2,0x7f00
        reg     3,0xff00
        mem     5,0x0700
        mem     6,0xfe00
        done
        group   period=0                ! segment 69 and unit B
        ld      @r2,r4
        unit_state 0xc0e0,0xc500
        vary
        flags   SYSTEM
        mem     5,0x0008
        mem     5,0x0010
        mem     5,0x0040
        mem     5,0x0080
        mem     7,0x0001
        walk
        mem     5,0x0707
        done
        group   period=0                ! both
        push    @r2,@r8
        unit_state 0xc0e0,0x8500
        reg     8,0xc500
        reg     9,0x0200
        vary
        mem     7,0x0100
        mem     7,0x0001
        walk
        mem     5,0x0707
        done
        group   period=0                ! a stack that reaches its end
        push    @r14,r4
        start
        system
        reg     14,0x8500
        reg     15,unseen+64            ! room for two frames: a third violation leaves nothing
        mem     5,0xc000
        mem     6,0
        mem     7,unseen&0xff00
        vary
        mem     7,0x0020
        walk
        mem     5,0x0700
        mem     7,0x0010
        done
        group   period=0                ! code in segment 5
        .word   0x5e08,0x8500,SLOT_A+6
        ld      @r2,r4
        start
        system
        reg     2,0x8500
        reg     3,memory+8
        reg     15,unseen+16
        mem     5,0xc000
        mem     6,0
        mem     7,0xff00
        vary
        flags   SYSTEM
        mem     7,0x0001
        mem     7,0x0008
        mem     7,0x0010
        walk
        done
        group   period=0                ! together with a vectored interrupt
        out     @r12,r10
        multl   rq4,@r2
        unit_state 0xc000,0x8500
        system  VIE
        reg     10,4
        reg     12,VECTOR_PERIOD
        vary
        flags   VIE
        mem     7,0x0004
        walk
        done
        close
