! loads.s - loads, stores, exchanges, addresses.

! Base and displacement, base and index: pointers in R2, index in R8.
.macro  based op, register
        group
        \op     \register,r2(#6)
        start
        pointer 2,memory
        vary
        flags   ALL_FLAGS
        walk
        code    1,0x0002
        code    0,0x0003
        done
        group
        \op     \register,r2(r8)
        start
        pointer 2,memory-0x3000
        reg     8,0x3006
        vary
        reg     8,0x0002
        walk
        code    0,0x0003
        done
        group
        \op     r2(#6),\register
        start
        pointer 2,memory
        vary
        code    1,0x0002
        walk
        code    0,0x0003
        done
        group
        \op     r2(r8),\register
        start
        pointer 2,memory-0x3000
        reg     8,0x3006
        vary
        reg     8,0x0002
        walk
        code    0,0x0003
        done
.endm

        family  "ld"
        group
        ld      r4,r9
        start
        vary
        flags   ALL_FLAGS
        code    0,0x0001
        code    0,0x0002
        code    0,0x0004
        code    0,0x0008
        walk
        code    0,0x00f0
        reg     9,0xffff
        done
        group
        ldb     rl4,rh1
        start
        vary
        code    0,0x0001
        code    0,0x0002
        code    0,0x0004
        code    0,0x0008
        walk
        code    0,0x00f0
        done
        group
        ldl     rr4,rr8
        start
        vary
        flags   ALL_FLAGS
        code    0,0x0002
        code    0,0x0004
        code    0,0x0008
        walk
        code    0,0x00e0
        done
        immediate ld,r4,0x1234
        immediate ldl,rr4,0x12345678
        group
        ldb     rl4,#0x5a
        start
        vary
        code    0,0x0100
        walk
        code    0,0x07ff
        done
        group
        .word   0x200c,0x5a5a           ! LDB RL4,#5A in two words
        start
        vary
        code    1,0xffff
        walk
        code    0,0x000f
        done
        group
        ldk     r4,#5
        start
        vary
        flags   ALL_FLAGS
        walk
        code    0,0x00ff
        done
.irp    op,ld,ldb,ldl
.ifc    \op,ld
        from_memory \op,r5
        from_program \op,r5
        to_memory \op,r5
        based   \op,r5
        to_memory \op,#0x5aa5
.endif
.ifc    \op,ldb
        from_memory \op,rl5
        from_program \op,rl5
        to_memory \op,rl5
        to_memory \op,rh5
        based   \op,rl5
        to_memory \op,#0x5a
.endif
.ifc    \op,ldl
        from_memory \op,rr6
        from_program \op,rr6
        to_memory \op,rr6
        based   \op,rr6
.endif
.endr
        close

! Program memory: stored values are loaded again.
        family  "ldr"
        group   period=12
        .word   0x3304,(area_a-slot_a-4)&0xffff         ! LDR area,R4; LDR R9,area
        .word   0x3109,(area_a-slot_a-8)&0xffff
        start
        vary
        flags   ALL_FLAGS
        reg     4,0xffff
        walk
        reg     4,0xffff
        done
        group   period=12
        .word   0x320c,(area_a-slot_a-4)&0xffff         ! LDRB
        .word   0x3009,(area_a-slot_a-8)&0xffff
        start
        vary
        code    1,0x0001
        code    3,0x0001
        walk
        reg     4,0x00ff
        done
        group   period=12
        .word   0x3704,(area_a-slot_a-4)&0xffff         ! LDRL
        .word   0x350a,(area_a-slot_a-8)&0xffff
        start
        vary
        reg     4,0xffff
        walk
        reg     5,0x8181
        done
        close

        family  "lda, ldar"
        group
        .word   0x3404,0x1234           ! LDAR R4
        start
        vary
        flags   ALL_FLAGS
        walk
        code    1,0xffff
        code    0,0x0002
        done
        group
        .word   0x3424,0x1234           ! LDA R4,R2(#1234)
        start
        pointer 2,memory
        vary
        flags   ALL_FLAGS
        code    0,0x0006                ! into the base itself
        walk
        code    1,0xffff
        offset  2,0xffff
        done
        group
        .word   0x7424,0x0800           ! LDA R4,R2(R8)
        start
        pointer 2,memory
        vary
        flags   ALL_FLAGS
        code    0,0x0006
        walk
        reg     8,0xffff
        code    1,0x0700
        done
        group
        far
.ifdef SEGMENTED
        lda     rr4,OPERAND
.else
        lda     r4,OPERAND
.endif
        start
        vary
        flags   ALL_FLAGS
        walk
        code    CODE_OFFSET,0xffff
        done
        group
        far
.ifdef SEGMENTED
        lda     rr4,OPERAND(r8)
.else
        lda     r4,OPERAND(r8)
.endif
        start
        vary
        flags   ALL_FLAGS
        code    0,0x000c                ! into the index
        walk
        code    CODE_OFFSET,0xffff
        reg     8,0xffff
        done
        close

        family  "ldm"
        group   period=13
        ldm     r4,@r2,#3
        start
        pointer 2,memory
        vary
        flags   ALL_FLAGS
        code    1,0x0001                ! other counts
        code    1,0x0006
        walk
        code    1,0x0f00
        mem     1,0x8181
        done
        group   period=13
        ldm     @r2,r4,#3
        start
        pointer 2,memory
        vary
        flags   ALL_FLAGS
        code    1,0x0001
        code    1,0x0006
        walk
        code    1,0x0f00
        done
        group   period=13
        ldm     @r2,r14,#5              ! from R15, continuing with R0
        start
        pointer 2,memory
        vary
        walk
        reg     1,0x8181
        done
        group   period=13
        ldm     r14,@r2,#5
        start
        pointer 2,memory
        vary
        walk
        mem     3,0x8181
        done
        group   period=13
        far
        ldm     r4,memory,#3
        start
        vary
        code    1,0x0005
        walk
        code    1,0x0f00
        done
        group   period=13
        far
        ldm     memory,r4,#3
        start
        vary
        code    1,0x0005
        walk
        code    1,0x0f00
        done
        group   period=13
        far
        ldm     r4,memory-0x105(r8),#3
        start
        reg     8,0x105
        vary
        code    1,0x0005
        walk
        code    1,0x0f00
        done
        group   period=13
        far
        ldm     memory-0x105(r8),r4,#3
        start
        reg     8,0x105
        vary
        code    1,0x0005
        walk
        code    1,0x0f00
        done
        close

        family  "ex"
        group
        ex      r4,r9
        start
        vary
        flags   ALL_FLAGS
        code    0,0x0100
        walk
        code    0,0x00ff
        reg     4,0x8181
        done
        from_memory ex,r4
        from_memory exb,rl4
        from_memory exb,rh4
        close
