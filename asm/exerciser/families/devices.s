! devices.s - interrupts and ports, on machines that have timers and latches for them.

        needs   has_vectored
        family  "vectored interrupt"
        group   period=0
        .word   0x3f64                  ! OUT @R6,R4 starts the timer
        ldir    @r2,@r8,r10
        start
        system  VIE
        reg     4,1
        reg     6,VECTOR_PERIOD
        pointer 2,memory
        pointer 8,memory+6
        reg     10,3
        vary
        flags   ALL_FLAGS
        walk
        done
        close

! Three timers expire during one long instruction. A port number with bit 6 inverted belongs to no device.
.macro  at_once first, second, third
        group   period=0
        out     @r11,r10
        out     @r12,r10
        out     @r13,r10
        divl    rq4,rr2                 ! 744 clocks
        start
        system  VIE|NVIE
        reg     2,1
        reg     3,3
        reg     4,0
        reg     5,0
        reg     10,32
        reg     11,\first
        reg     12,\second
        reg     13,\third
        vary
        flags   VIE
        flags   NVIE
        reg     11,0x0040
        reg     12,0x0040
        reg     13,0x0040
        walk
        done
.endm

! One timer ends a halt.
.macro  halted port
        group   period=0
        out     @r11,r10
        halt
        start
        system  VIE|NVIE
        reg     10,32
        reg     11,\port
        vary
        flags   ALL_FLAGS
        walk
        done
.endm

        needs   has_requests,begin_log,end_log
        family  "interrupts, halt"
        at_once TIMER_PERIOD,VECTOR_PERIOD,NMI_PERIOD
        at_once NMI_PERIOD,VECTOR_PERIOD,TIMER_PERIOD
        halted  TIMER_PERIOD
        halted  VECTOR_PERIOD
        halted  NMI_PERIOD
        close

! Words and bytes, at any latch; some ports are not latches.
.macro  ported width, op:req, operands:vararg
        group   period=BLOCK_PERIOD
        \op     \operands
        start
        system
        reg     6,LATCHES+4
        pointer 2,memory+6
        reg     10,4
        vary
        flags   ALL_FLAGS
        reg     10,0x0005
        reg     6,\width
        walk
        reg     6,0x0f0e
        reg     4,0x8181
        done
.endm

        needs   has_latches,set_latches,tell_latches
        family  "ports"
        ported  8,out,#LATCHES+2,r4
        ported  8,out,@r6,r4
        ported  8,in,r4,#LATCHES+2
        ported  8,in,r4,@r6
        ported  8,sout,#LATCHES+2,r4
        ported  8,sin,r4,#LATCHES+2
.irp    half,0,1
        ported  1,outb,#LATCHES+2+\half,rl4
        ported  1,inb,rl4,#LATCHES+2+\half
        ported  1,soutb,#LATCHES+2+\half,rl4
        ported  1,sinb,rl4,#LATCHES+2+\half
.endr
        ported  1,outb,@r6,rl4
        ported  1,inb,rl4,@r6
.irp    op,outi,otir,outd,otdr,souti,sotir,soutd,sotdr
        ported  8,\op,@r6,@r2,r10
        ported  1,\op\()b,@r6,@r2,r10
.endr
.irp    op,ini,inir,ind,indr,sini,sinir,sind,sindr
        ported  8,\op,@r2,@r6,r10
        ported  1,\op\()b,@r2,@r6,r10
.endr
        close
