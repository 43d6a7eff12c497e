! flags.s - instructions on the flags.

        family  "setflg, resflg, comflg"
        group
        setflg  c
        start
        vary
        flags   0x80
        flags   0x40
        flags   0x20
        flags   0x10
        flags   0x0c
        code    0,0x0080                ! without C
        walk
        code    0,0x00f0
        done
        group
        resflg  c
        start
        flags   TEST_FCW+ALL_FLAGS
        vary
        flags   0xf0
        flags   0x0c
        code    0,0x0080                ! without C
        walk
        code    0,0x00f0
        done
! The manual does not mention H, which a chip complements.
        group   flags=ALL_FLAGS-0x04
        comflg  c
        start
        vary
        flags   0xf0
        flags   0x08
        flags   0x04
        code    0,0x0080
        walk
        code    0,0x00f0
        done
        close

        family  "ldctlb, nop"
        group
        ldctlb  flags,rl4
        start
        vary
        flags   ALL_FLAGS
        walk
        reg     4,0x00ff
        done
        group
        ldctlb  rl4,flags
        start
        vary
        flags   ALL_FLAGS
        walk
        flags   ALL_FLAGS
        done
        group
        nop
        start
        vary
        flags   ALL_FLAGS
        walk
        flags   0xf0
        done
        close
