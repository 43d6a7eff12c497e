! reset.s - where the processor begins, and what must be below the program.

        .text
.ifdef CPM
        .org    0
        jp      start
.else
        .org    2
.ifdef SEGMENTED
        .word   0xc000,0,start_segmented
.else
        .word   SYSTEM,start
.endif
.endif

.ifdef SEGMENTED
        .org    0x80
short_words:                            ! within reach of a short address
        .word   0x0000,0x7fff,0x8001,0xa55a
.endif

        .org    SLOT_A+2-4094           ! as far back as CALR reaches
        far
        ld      came,#8
        jp      exit_a
        near
