! latches.s - ports that read as last written: they show to which port an output goes, and which value.

LATCH_WORDS = 8

        .text

! find_latches - see whether the latches exist.
! out    has_latches
! uses   R0-R2
find_latches:
        clr     has_latches
        ld      r0,#0x5aa5
        out     #LATCHES,r0
        ld      r1,#0x1234
        out     #LATCHES+2,r1           ! not what is left on the lines
        in      r2,#LATCHES
        cp      r2,r0
        ret     ne
        inb     rl2,#LATCHES+3
        cpb     rl2,#0x34
        ret     ne
        ld      has_latches,r0
        ret

! set_latches - set the values that inputs return, before a test.
! uses   R0-R2, R4
set_latches:
        ld      r4,#translation
        ld      r1,#LATCHES
        ldk     r2,#LATCH_WORDS
1:      pop     r0,@r4
        out     @r1,r0
        inc     r1,#2
        djnz    r2,1b
        ret

! tell_latches - add the contents of the latches to the sum, after a test.
! uses   R0-R5
tell_latches:
        ld      r4,#told
        ld      r1,#LATCHES
        ldk     r2,#LATCH_WORDS
1:      in      r0,@r1
        ld      @r4,r0
        inc     r4,#2
        inc     r1,#2
        djnz    r2,1b
        ld      r4,#told
        ldk     r5,#LATCH_WORDS
        jr      add_words
