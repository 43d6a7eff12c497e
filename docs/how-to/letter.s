! Shows a letter, for docs/how-to/debug-cpm.md: the name of the file has a slip.

        .z8002
        .equ    OUTPUT, 2               ! functions of the system
        .equ    PRINT, 9
        .equ    OPEN, 15
        .equ    READ, 20
        .equ    SET_DMA, 26
        .equ    END_OF_TEXT, 0x1A

        .text
        jr      start                   ! CP/M begins here, at 0
        clr     r5                      ! and a program that returns goes on here
        sc      #2
start:  ld      r7,#record
        ld      r5,#SET_DMA
        sc      #2
        ld      r7,#block
        ld      r5,#OPEN
        sc      #2
        cpb     rl7,#0xFF
        jr      eq,missing
next:   ld      r7,#block
        ld      r5,#READ
        sc      #2
        testb   rl7
        jr      nz,done
        ld      r8,#record
        ld      r9,#128
1:      ldb     rl7,@r8
        cpb     rl7,#END_OF_TEXT
        jr      eq,done
        ld      r5,#OUTPUT
        sc      #2
        inc     r8,#1
        dec     r9,#1
        jr      nz,1b
        jr      next
missing: ld     r7,#sorry
        ld      r5,#PRINT
        sc      #2
done:   ret

        .data
block:  .byte   0                       ! the drive
name:   .ascii  "LETTERS TXT"
        .space  24
sorry:  .ascii  "There is no letter.\r\n$"
        .bss
record: .space  128
