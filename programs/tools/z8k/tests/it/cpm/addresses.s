! Which words of a program are addresses: those with a label. An instruction whose label begins with `i` has it in its
! second word, with `j` in its third word, and with `w` in the first one, as data. `d` is an address of data, `p` one of
! the program.

! Operands name them.
id1:    ld      r1,number
id2:    ld      number,r1
id3:    ldb     rl1,letters
id4:    inc     number,#1
! Registers have them.
id5:    ld      r2,#number
        ld      r1,@r2
        ld      r2,#number              ! it is never used
id6:    ld      r2,#letters
        ld      r3,r2
        ldb     rl1,@r3
! So does memory.
id7:    ld      r2,wd1
        ld      r1,@r2
id8:    ld      r2,#number
id9:    ld      cell,r2
id10:   ld      r3,cell
        ld      r1,@r3
        ld      r2,#number
id11:   ld      cell,r2
id12:   clr     cell
id13:   ld      cell,r1                 ! cell has another value since
id14:   ld      r3,cell
! The address of a sum is the part that it is nearer to.
id15:   ld      r2,#pair
        add     r2,#2
        ld      r1,@r2
        ld      r2,#2
id16:   add     r2,#pair
        ld      r1,@r2
id17:   ld      r2,#pair
        inc     r2,#2
        ld      r1,@r2
id18:   ld      r2,#pair+2
        dec     r2,#2
        ld      r1,@r2
id19:   ld      r2,#pair+4
        ld      r3,#2
        sub     r2,r3
        ld      r1,@r2
        ld      r2,#0                   ! nothing is at 0
        ld      r1,@r2
! An index is one of two.
        ld      r3,#2
id20:   ld      r1,pair(r3)
id21:   ld      r3,#pair
        ld      r1,2(r3)
id22:   ld      r4,#pair
        ld      r1,r4(#2)
        ld      r3,#2
id23:   ld      r4,#pair
        ld      r1,r4(r3)
        ld      r4,#2
id24:   ld      r3,#pair
        ld      r1,r4(r3)
! LDA only calculates.
        lda     r2,number
id25:   lda     r2,number
        ld      r1,@r2
        ld      r3,#2
id26:   lda     r2,pair(r3)
        ld      r1,@r2
        ldar    r2,number
        ld      r1,@r2
! The stack.
id27:   push    @r15,#number
        pop     r2,@r15
        ld      r1,@r2
id28:   ldl     rr2,pairs
        pushl   @r15,rr2
        clr     r2
        clr     r3
        popl    rr4,@r15
        ld      r1,@r4
        ld      r1,@r5
! Several words at once.
jd1:    ldm     r2,wd4,#2               ! the address is in the third word
        ld      r1,@r2
        ld      r1,@r3
! Blocks: of words, and of bytes.
id29:   ld      r2,#words
id30:   ld      r3,#block
        ld      r4,#2
        ldir    @r3,@r2,r4
id31:   ld      r5,block+2
        ld      r1,@r5
id32:   ld      r2,#wd7
id33:   ld      r3,#block
        ld      r4,#2
        ldirb   @r3,@r2,r4
id34:   ld      r5,block
        ld      r1,@r5
! From an odd address to an odd one: byte 1 and the word after it.
id35:   ld      r2,#odd+1
id36:   ld      r3,#block+1
        ld      r4,#3
        ldirb   @r3,@r2,r4
id37:   ld      r5,block+2
        ld      r1,@r5
! Its bytes become halves of other words.
id38:   ld      r2,#odd
id39:   ld      r3,#block+1
        ld      r4,#4
        ldirb   @r3,@r2,r4
! A comparison with an address makes one.
id40:   ld      r2,#pair
id41:   cp      r2,#last
        ld      r1,@r2
id42:   ld      r2,#last
id43:   ld      r3,#pair
        cp      r2,r3
        ld      r1,@r3
        ld      r2,#number
        cp      r2,#last                ! of two that nothing uses
id44:   ld      r2,#number
        cp      r2,#0
        ld      r1,@r2
! Jumps: those that are made.
ip1:    ld      r2,#one
        jp      @r2
one:
ip2:    call    sub
ip3:    ld      r2,#sub
        call    @r2
        calr    sub
ip4:    jp      two
two:    resflg  z
        jp      z,one
ip5:    push    @r15,#three
        ret
three:  push    @r15,#one
        ret     z
        pop     r2,@r15
        setflg  z
ip6:    push    @r15,#four
        ret     z
! Data end below the stack.
four:   ld      r15,#stack
        ld      r2,#stack
        ld      r1,@r2
id45:   ld      r2,#stack-2
        ld      r1,@r2
        clr     r5
        sc      #2
sub:    ret

        .even
number: .word   0x1234
letters: .ascii "ab"
cell:   .word   5
wd1:    .word   number
pairs:
wd2:    .word   number
wd3:    .word   pair
pair:   .word   1,2,3
wd4:    .word   number
wd5:    .word   pair
words:  .word   7
wd6:    .word   number
wd7:    .word   letters
odd:    .word   9
wd8:    .word   letters
block:  .space  6
last:   .word   0
        .space  8
stack:  .space  4
