! cpm.s - as much of CP/M-8000 as the exerciser sees: a program in segment 1, in normal mode without segments, and
! system calls. What a call does is up to the machine.
        .z8001
        .org    2
        .word   0xc000,0,boot                   ! FCW, PC

        .org    0x118                           ! the entry of SC
        .word   0,0xc000,0,called

boot:   ldl     rr14,#system_stack
        ldk     r0,#0
        ldctl   psapseg,r0
        ld      r0,#0x100
        ldctl   psapoff,r0
        ld      r0,#0xff00                      ! the program's stack
        ldctl   nspoff,r0
        ldps    program

called: iret

        .org    0x200
program:
        .word   0,0,0x8100,0                    ! FCW, PC of the program
        .org    0x1000
system_stack:
