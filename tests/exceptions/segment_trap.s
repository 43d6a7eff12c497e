! A Z8001 with a Z8010, which traps when a segment is left.
        .z8001
        .org    2
        .word   0xc000, 0, start                ! FCW, PC

        .org    0x420                           ! entry of the segment trap
        .word   0, 0xc000, 0, handler

        .org    0x600
start:  ldl     rr14,#0x00008000                ! system stack
        ldk     r1,#0
        ldctl   psapseg,r1
        ld      r1,#0x400
        ldctl   psapoff,r1
        clrb    rl1
        soutb   #0x0102,rl1                     ! from descriptor 0 on
        ld      r3,#0x0f02                      ! whole descriptors, consecutively
        lda     rr4,segments
        ld      r6,#8
        sotirb  @r3,@rr4,r6
        ldb     rl1,#0xc3                       ! enable, translate, number 3
        soutb   #0x0002,rl1
        ld      r7,#0x1986
        ld      <<1>>0x0100,r7                  ! within the segment
        ld      <<1>>0x1000,r7                  ! after it
        ldk     r8,#1
        halt

handler:
        ld      r9,@rr14                        ! identifier
        sinb    rh2,#0x0202                     ! type of violation
        sinb    rl2,#0x0302                     ! segment
        sinb    rh3,#0x0402                     ! upper half of the offset
        sinb    rl3,#0x0502                     ! status lines
        soutb   #0x1102,rl1
        iret

! Base, limit, attributes: segment 0 where it is, segment 1 of 4 KB at 020000h.
segments:
        .byte   0x00, 0x00, 0xff, 0x00
        .byte   0x02, 0x00, 0x0f, 0x00
