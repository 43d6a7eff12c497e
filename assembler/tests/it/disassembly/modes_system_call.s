! Hints say what system calls do: the mode in which the program continues, and the routine that gets the registers.
!with segments reset
!hint mode sc 1 segmented
!hint mode sc 2 nonsegmented
!hint service 3 0x26 print
!lines sc #0x1 / segm / ld r1,@rr2 / sc #0x2 / unsegm / ld r2,#D002e / sc #0x3 / halt
!lines print: / ldb rl0,@r2 / outb #0xff03,rl0 / ret
!lines D002e: / .asciz "text"
        .z8001
        .word 0,0xc000
        .long start
start:  ld r1,#0x4000
        ldctl fcw,r1
        unsegm
        sc #1
        segm
        ld r1,@rr2
        sc #2
        unsegm
        ld r2,#text
        sc #3
        halt
        .space 10
print:  ldb rl0,@r2
        outb 0xff03,rl0
        ret
text:   .asciz "text"
