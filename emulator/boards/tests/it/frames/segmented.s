! On a Z8001: interrupts within interrupts, traps within handlers, calls through segments.
        .z8001
        .text
        .org    0
        .word   0, 0xc000, 0, start
        .org    0x300
        .word   0, 0, 0, 0
        .word   0, 0xc000, 0x8000, extended
        .word   0, 0xc000, 0x8000, privileged
        .word   0, 0xc000, 0x8000, system
        .word   0, 0, 0, 0
        .word   0, 0xc000, 0x8000, nmi
        .word   0, 0xc000, 0x8000, nvi
        .word   0, 0xc000, 0x8000, vi, 0x8000, vi
        .org    0x400
start:  ldl     rr14,#0x82008000
        ld      r0,#0x8000
        ldctl   psapseg,r0
        ld      r0,#0x300
        ldctl   psapoff,r0
        ld      r0,#0x8300
        ldctl   nspseg,r0
        ld      r0,#0x4000
        ldctl   nspoff,r0
        ld      r0,#61
        out     #0xff10,r0
        ld      r0,#133
        out     #0xff14,r0
        ld      r0,#303
        out     #0xff18,r0
        ei      vi,nvi
        call    few
        ldl     rr2,#user
        pushl   @rr14,rr2
        push    @rr14,#0x9800           ! segmented normal mode, both interrupts
        push    @rr14,#0
        iret
user:   ld      r11,#20
1:      ldk     r8,#5
        call    deep
        sc      #2
        di      vi
        .word   0x8e00, 0x0000
        sc      #4
        ldl     rr4,#few
        call    @rr4
        djnz    r11,1b
        sc      #6
deep:   dec     r8,#1
        ret     z
        push    @rr14,r8
        calr    deep
        calr    few
        pop     r8,@rr14
        ret
few:    nop
        nop
        ret
system: push    @rr14,r1
        ld      r1,rr14(#2)
        and     r1,#0xff
        cp      r1,#6
        jr      eq,six
        cp      r1,#4
        jr      ne,done
        sc      #0
        call    few
done:   pop     r1,@rr14
        iret
six:    di      vi,nvi
        clr     r0
        out     #0xff18,r0
        halt
privileged: call few
        iret
extended: push  @rr14,r0
        ld      r0,rr14(#8)
        inc     r0,#2
        ld      rr14(#8),r0
        sc      #2
        pop     r0,@rr14
        iret
nmi:    out     #0xff1a,r0
        call    few
        sc      #0
        iret
nvi:    out     #0xff12,r0
        ei      vi,nvi
        call    few
        iret
vi:     out     #0xff16,r0
        ei      nvi
        push    @rr14,r9
        ld      r9,#60
1:      djnz    r9,1b
        pop     r9,@rr14
        iret
