! crt0.s - the start of a C program, and its end; with the symbol Z8001, for that processor.

        .global start, _exit
        .extern _main, stack

        .section .vectors,"a"
        .ifdef  Z8001
        .word   0, 0xc000               ! reserved, FCW: segmented system mode
        .long   start                   ! PC
        .else
        .word   0, 0x4000, start        ! reserved, FCW: system mode, PC
        .endif

        .text

! start - call `main` with an empty stack, and end the program when it returns.
! in     `stack` from the memory map
start:
        .ifdef  Z8001
        ldl     rr14,#stack
        .else
        ld      r15,#stack
        .endif
        call    _main

! exit - end the program.
! in     R7 its status, which nobody reads
! out    does not return
_exit:  halt
        jr      _exit
