! jumps.s - conditions, jumps, calls, loops.

JUMP_PERIOD = 26                ! a jump to a fixed address returns through slot A

! All conditions with all flags that they test.
.macro  conditions
        flags   0x80
        flags   0x40
        flags   0x20
        flags   0x10
        walk
.endm

        family  "tcc"
        group
        tcc     eq,r4
        start
        vary
        reg     4,0x0101
        code    0,0x0100                ! bytes
        code    0,0x0001
        code    0,0x0002
        code    0,0x0004
        code    0,0x0008
        conditions
        done
        close

        family  "jr, jp"
        group
        .word   0xe000+(ahead_a-slot_a-2)/2
        start
        vary
        code    0,0x0100
        code    0,0x0200
        code    0,0x0400
        code    0,0x0800
        conditions
        flags   0x0c
        done
        group   period=12
        .word   0xe800+((back_a-slot_a-2)/2&0xff)
        start
        vary
        code    0,0x0300
        conditions
        done
! The maximum distances, forward and backward.
        group   period=0
        .word   0xe87f
        start
        vary
        code    0,0x00ff
        walk
        done
        group   period=JUMP_PERIOD
        far
        jp      eq,ahead_a
        start
        vary
        code    0,0x0001
        code    0,0x0008
        conditions
        done
        group   period=JUMP_PERIOD
        .word   0x1e28                  ! JP cc,@R2
        start
        pointer 2,ahead_a
        vary
        code    0,0x0001
        code    0,0x0002
        code    0,0x0004
        code    0,0x0008
        conditions
        done
        group   period=JUMP_PERIOD
        far
        jp      lt,ahead_a-0x104(r8)
        start
        reg     8,0x104
        vary
        code    0,0x0003
        code    0,0x0008
        conditions
        done
        close

        family  "call, calr, ret"
        group   period=12
        .word   0xd000+((slot_a+2-ahead_a)/2&0x0fff)
        start
        vary
        flags   ALL_FLAGS
        walk
        flags   0xf0
        done
        group   period=0                ! maximum distance, backward and forward
        .word   0xd7ff
        start
        vary
        code    0,0x0fff
        walk
        done
        group   period=JUMP_PERIOD
        .word   0x1f20                  ! CALL @R2
        start
        pointer 2,ahead_a
        vary
        flags   ALL_FLAGS
        walk
        flags   0xf0
        done
        group   period=JUMP_PERIOD
        far
        call    ahead_a
        start
        vary
        flags   ALL_FLAGS
        walk
        flags   0xf0
        done
        group   period=JUMP_PERIOD
        far
        call    ahead_a-0x104(r8)
        start
        reg     8,0x104
        vary
        flags   ALL_FLAGS
        walk
        flags   0xf0
        done
        group   period=JUMP_PERIOD
        ret     eq
        start
        reg     15,memory+8
.ifdef SEGMENTED
        mem     4,0x8000
        mem     5,ahead_a
.else
        mem     4,ahead_a
.endif
        vary
        code    0,0x0001
        code    0,0x0002
        code    0,0x0004
        code    0,0x0008
        conditions
        done
        close

        family  "djnz, dbjnz"
        group   period=0                ! maximum distance
        .word   0xf4ff
        start
        reg     4,2
        vary
        code    0,0x0880                ! DBJNZ
        walk
        done
        group   period=12
        .word   0xf480+(slot_a+2-back_a)/2
        start
        reg     4,2
        vary
        flags   ALL_FLAGS
        reg     4,0x0003
        reg     4,0x0102
        reg     4,0x8000
        walk
        done
        group   period=12
        .word   0xfc00+(slot_a+2-back_a)/2
        start
        reg     4,2
        vary
        flags   ALL_FLAGS
        reg     4,0x0003
        reg     4,0x0100
        reg     4,0x0080
        walk
        done
        close
