/** Example programs for the editor. */

export const SAMPLES: readonly { readonly name: string; readonly source: string }[] = [
  {
    name: "hello",
    source: `! Sends a text, character by character, and halts.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start        ! reserved, FCW (system mode), PC

start:  ld      r1,#text
1:      ldb     rl0,@r1                 ! the text is in the data memory
        testb   rl0
        jr      z,3f
2:      inb     rh0,#0xff01             ! ready to send?
        bitb    rh0,#1
        jr      z,2b
        outb    #0xff03,rl0
        inc     r1,#1
        jr      1b
3:      halt

        .data
        .org    0x1000
text:   .asciz  "hello from a Z8000\\n"
`,
  },
  {
    name: "the eight queens",
    source: `! Counts the ways to put eight queens on a board so that none attacks another.
! Each row is one call; bits say which files and diagonals are taken.
! The answer is in R0 at the end: 92.

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start

start:  ld      r15,#0x8000             ! the stack
        clr     r0                      ! ways found
        clr     r1                      ! files taken
        clr     r2                      ! diagonals taken, going left
        clr     r3                      ! diagonals taken, going right
        calr    row
        halt

! row - put a queen on each free square of a row.
row:    cp      r1,#0xff
        jr      ne,1f
        inc     r0,#1                   ! all rows are full: one way more
        ret
1:      ld      r4,r1
        or      r4,r2
        or      r4,r3
        com     r4
        and     r4,#0xff                ! free squares
2:      or      r4,r4
        ret     z
        ld      r5,r4
        neg     r5
        and     r5,r4                   ! the lowest of them
        xor     r4,r5
        push    @r15,r1
        push    @r15,r2
        push    @r15,r3
        push    @r15,r4
        or      r1,r5
        or      r2,r5
        sll     r2,#1
        or      r3,r5
        srl     r3,#1
        calr    row
        pop     r4,@r15
        pop     r3,@r15
        pop     r2,@r15
        pop     r1,@r15
        jr      2b
`,
  },
  {
    name: "with mistakes",
    source: `! Three things that the assembler does not take. What does it say of them?

        .z8002
        .text
        .org    0
        .word   0, 0x4000, start

start:  ld      r1,#70000               ! does not fit into a word
        ldb     r2,#5                   ! a word register for a byte
        jr      nowhere                 ! no such label
        halt
`,
  },
];
