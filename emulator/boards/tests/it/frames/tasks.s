! Two tasks of system mode, each with a stack: switched by a timer, and by a system call.
        .z8002
        .text
        .org    0
        .word   0, 0x4000, start
        .org    12
        .word   0x4000, yield
        .org    24
        .word   0x4000, tick
        .org    0x100
start:  ld      r15,#0x7000
        ld      r0,#43
        out     #0xff10,r0
        ei      nvi
        calr    first
        di      nvi
        halt
first:  ldk     r8,#6
        call    deep
        sc      #1
        call    middle
        cp      switches,#60
        jr      ult,first
        ret
middle: sc      #2
        call    few
        ret
second: ldk     r8,#4
        call    deep
        calr    middle
        jr      second
deep:   dec     r8,#1
        ret     z
        push    @r15,r8
        calr    deep
        sc      #3
        pop     r8,@r15
        ret
few:    nop
        ret
tick:   out     #0xff12,r0
yield:  sub     r15,#28
        ldm     @r15,r0,#14
        call    switch
        ldm     r0,@r15,#14
        add     r15,#28
        iret
! Saves one stack pointer and loads the other: it is left on another stack than it was called on.
switch: pop     r3,@r15
        inc     switches,#1
        ld      r1,task
        ld      stacks(r1),r15
        xor     r1,#2
        ld      task,r1
        ld      r15,stacks(r1)
        jp      @r3
        .org    0x1000
task:   .word   0
switches: .word 0
stacks: .word   0, 0x73de
        .org    0x73de
        .space  28
        .word   0, 0x4800, second
