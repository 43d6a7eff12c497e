! sieve.s - prints the primes below 100.

        .z8002
        .equ    LIMIT, 100
        .equ    STATUS, 0xff01          ! the serial port: bit 1 of the status says that it is ready,
        .equ    READY, 1
        .equ    DATA, 0xff03            ! and a byte written here is sent

        .text
        .org    0
        .word   0, 0x4000, start        ! reserved, FCW: system mode, PC

start:  ld      r15,#stack
        calr    sieve
        ld      r5,#2
1:      testb   composite(r5)
        jr      nz,2f
        ld      r3,r5
        calr    print_number
2:      inc     r5,#1
        cp      r5,#LIMIT
        jr      ult,1b
        ldb     rl0,#10
        calr    putc
        halt

! sieve - mark the multiples of each number from 2 on.
! uses   R1, R2
sieve:
        ld      r1,#2                   ! R1 a number, R2 its multiples
1:      ld      r2,r1
        add     r2,r1
        jr      3f
2:      ldb     composite(r2),#1
        add     r2,r1
3:      cp      r2,#LIMIT
        jr      ult,2b
        inc     r1,#1
        cp      r1,#LIMIT/2
        jr      ule,1b
        ret

! print_number - print a number below 100, and a space.
! in     R3 the number
! uses   R0, R2, R3
print_number:
        clr     r2
        div     rr2,#10                 ! R3 quotient, R2 remainder
        test    r3
        jr      z,1f
        ldb     rl0,#'0'
        addb    rl0,rl3
        calr    putc
1:      ldb     rl0,#'0'
        addb    rl0,rl2
        calr    putc
        ldb     rl0,#' '

! putc - send a character.
! in     RL0 the character
! uses   RH0
putc:
        inb     rh0,#STATUS
        bitb    rh0,#READY
        jr      z,putc
        outb    #DATA,rl0
        ret

        .data
        .org    0x1000
composite:
        .space  LIMIT                   ! 1 for each number with a divisor
        .space  64
stack:
