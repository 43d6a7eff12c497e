! A program in normal mode calls the system, and does what it may not.
        .z8002
        .org    2
        .word   0x4000, start                   ! FCW, PC

        .org    0x408                           ! entries of privileged instruction and system call
        .word   0x4000, refused
        .word   0x4000, called

        .org    0x600
start:  ld      r15,#0x8000                     ! system stack
        ld      r1,#0x400
        ldctl   psapoff,r1
        ld      r1,#0x7000                      ! normal stack
        ldctl   nspoff,r1
        ldps    normal

normal: .word   0x0000, user

user:   ldk     r2,#2
        push    @r15,r2                         ! on the normal stack
        sc      #5
        pop     r3,@r15
        ei      vi                              ! privileged
        sc      #0

! r4 = sum of the calls; number 0 ends.
called: ld      r5,@r15                         ! the instruction
        and     r5,#0xff
        jr      z,finish
        add     r4,r5
        iret
finish: halt

! Continues after the instruction: PC is saved as the address of its second word, and EI has one.
refused:
        ld      r6,@r15
        iret
