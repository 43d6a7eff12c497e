! Two tasks of normal mode, each with its own stack; the system has one for both.
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    12
        .word   0x4000, call
        .org    24
        .word   0x4000, tick
        .org    0x100
start:  ld      r15,#0x8000
        ld      r0,#0x6000
        ldctl   nspoff,r0
        ld      r0,#43
        out     #0xff10,r0
        push    @r15,#first
        push    @r15,#0x0800
        push    @r15,#0
        iret
first:  ldk     r8,#6
        call    deep
        sc      #1
        jr      first
second: ldk     r8,#4
        call    deep
        jr      second
deep:   dec     r8,#1
        ret     z
        push    @r15,r8
        calr    deep
        pop     r8,@r15
        ret
call:   push    @r15,r1
        ld      r1,#few
        call    @r1
        pop     r1,@r15
        iret
few:    nop
        ret
tick:   out     #0xff12,r0
        push    @r15,r1
        push    @r15,r2
        ld      r1,task
        ld      r2,r15(#8)
        ld      pcs(r1),r2
        ld      r2,r15(#6)
        ld      words(r1),r2
        ldctl   r2,nspoff
        ld      stacks(r1),r2
        ld      counters(r1),r8
        xor     r1,#2
        ld      task,r1
        ld      r8,counters(r1)
        ld      r2,stacks(r1)
        ldctl   nspoff,r2
        ld      r2,pcs(r1)
        ld      r15(#8),r2
        ld      r2,words(r1)
        ld      r15(#6),r2
        inc     switches,#1
        cp      switches,#60
        jr      ugt,1f
        pop     r2,@r15
        pop     r1,@r15
        iret
1:      halt
        .org    0x1000
task:   .word   0
switches: .word 0
stacks: .word   0, 0x5000
pcs:    .word   0, second
words:  .word   0, 0x0800
counters: .word 0, 0
