! arithmetic.s - additions, subtractions and comparisons.

        family  "add, sub, cp: bytes"
! Corner cases: each operand is about 00, 7F, 80, 08, FF or F7.
        group
        addb    rl1,rh2                 ! and SUBB, ADCB, SBCB
        start
        reg     1,0xa500
        reg     2,0x005a
        vary
        code    0,0x0200
        code    0,0x3400
        flags   ALL_FLAGS
        reg     1,0x0080
        reg     1,0x007f
        reg     1,0x0008
        reg     2,0x8000
        reg     2,0x7f00
        reg     2,0x0100
        walk
        done
        group
        addb    rh1,rl2
        start
        vary
        code    0,0x0200
        code    0,0x3400
        flags   C_FLAG
        flags   ALL_FLAGS-C_FLAG
        reg     1,0xff00
        walk
        reg     1,0xff00
        reg     2,0x00ff
        done
        group
        cpb     rl1,rh2
        start
        reg     1,0xa500
        reg     2,0x005a
        vary
        flags   ALL_FLAGS
        reg     1,0x0080
        reg     1,0x007f
        reg     2,0x8000
        reg     2,0x7f00
        walk
        reg     2,0xff00
        done
! All registers, by their numbers in the opcode.
        group
        addb    rh0,rh0
        start
        vary
        code    0,0x0001
        code    0,0x0002
        code    0,0x0004
        code    0,0x0008
        code    0,0x0010
        code    0,0x0020
        code    0,0x0040
        code    0,0x0080
        walk
        done
.irp    op,addb,subb,cpb
        immediate \op,rl4,0x5a
        from_memory \op,rl4
        from_program \op,rl4
.endr
        to_memory cpb,#0x45
        close

        family  "add, sub, cp: words"
        group
        add     r1,r2                   ! and SUB, ADC, SBC
        start
        reg     1,0
        reg     2,0
        vary
        code    0,0x0200
        code    0,0x3400
        flags   ALL_FLAGS
        reg     1,0x8000
        reg     1,0x7fff
        reg     1,0x0010
        reg     2,0x8000
        reg     2,0x7fff
        reg     2,0x0001
        walk
        done
        group
        add     r9,r10
        start
        vary
        code    0,0x0200
        code    0,0x3400
        flags   C_FLAG
        reg     9,0xffff
        walk
        reg     9,0xffff
        reg     10,0xffff
        done
        group
        cp      r1,r2
        start
        reg     1,0
        reg     2,0
        vary
        flags   ALL_FLAGS
        reg     1,0x8000
        reg     1,0x7fff
        reg     2,0x8000
        reg     2,0x7fff
        walk
        reg     2,0xffff
        done
        group
        sub     r0,r0
        start
        vary
        code    0,0x0001
        code    0,0x0002
        code    0,0x0004
        code    0,0x0008
        code    0,0x0010
        code    0,0x0020
        code    0,0x0040
        code    0,0x0080
        walk
        done
.irp    op,add,sub,cp
        immediate \op,r4,0x5aa5
        from_memory \op,r4
        from_program \op,r4
.endr
        to_memory cp,#0x89cb
        close

        family  "add, sub, cp: long"
        group
        addl    rr2,rr4                 ! and SUBL
        start
        reg     2,0
        reg     3,0
        reg     4,0
        reg     5,0
        vary
        code    0,0x0400
        flags   ALL_FLAGS
        reg     2,0x8000
        reg     2,0x7fff
        reg     3,0xffff
        reg     4,0x8000
        reg     4,0x7fff
        reg     5,0xffff
        reg     5,0xfffe
        walk
        done
        group
        addl    rr6,rr8
        start
        vary
        code    0,0x0400
        flags   C_FLAG
        reg     6,0xffff
        walk
        reg     6,0xffff
        reg     7,0xffff
        reg     8,0xffff
        reg     9,0xffff
        done
        group
        cpl     rr2,rr4
        start
        reg     2,0
        reg     3,0
        reg     4,0
        reg     5,0
        vary
        flags   ALL_FLAGS
        reg     2,0x8000
        reg     2,0x7fff
        reg     3,0xffff
        reg     4,0x8000
        reg     4,0x7fff
        walk
        reg     5,0xffff
        done
.irp    op,addl,subl,cpl
        immediate \op,rr4,0x5aa50ff0
        from_memory \op,rr4
        from_program \op,rr4
.endr
        close

        family  "inc, dec, neg"
.irp    op,inc,dec
        group
        \op     r1,#1
        start
        reg     1,0
        vary
        flags   ALL_FLAGS
        reg     1,0x8000
        reg     1,0x7fff
        code    0,0x0100                ! bytes
        walk
        code    0,0x000f
        reg     1,0xffff
        done
        to_memory \op,#3
        to_memory \op\()b,#16
.endr
        group
        neg     r1
        start
        reg     1,0
        vary
        flags   ALL_FLAGS
        code    0,0x0100
        reg     1,0x8000
        reg     1,0x7fff
        reg     1,0x8080
        walk
        reg     1,0xffff
        done
        on_memory neg
        on_memory negb
        close

        family  "dab"
        group   flags=ALL_FLAGS-V_FLAG
        dab     rl1
        start
        vary
        flags   0x80
        flags   0x78
        flags   0x04
        flags   0x08
        reg     1,0x80
        reg     1,0x40
        reg     1,0x20
        reg     1,0x10
        reg     1,0x08
        reg     1,0x04
        reg     1,0x02
        reg     1,0x01
        walk
        done
        close

        family  "exts"
        group
        extsb   r1
        start
        vary
        flags   ALL_FLAGS
        code    0,0x000a                ! EXTS
        reg     0,0x8080
        reg     1,0x8080
        walk
        reg     1,0xffff
        done
        group
        extsl   rq4
        start
        vary
        flags   ALL_FLAGS
        reg     6,0x8000
        reg     6,0xffff
        walk
        reg     6,0xffff
        done
        close
