! crc.s - CRC-32 as in Ethernet and zip, without the final complement: polynomial 04C11DB7, lowest bit first.

        .text

! make_crc_table - the sums of all bytes, with upper and lower words in separate tables.
! uses   R0-R4
! clocks 100369
make_crc_table:
        clr     r4
1:      ld      r3,r4
        srl     r3,#1                   ! two bytes of table for each byte
        clr     r2
        ldk     r0,#8
2:      srll    rr2,#1
        jr      nc,3f
        xor     r2,#0xedb8
        xor     r3,#0x8320
3:      djnz    r0,2b
        ld      crc_upper(r4),r2
        ld      crc_lower(r4),r3
        inc     r4,#2
        cp      r4,#512
        jr      ult,1b
        ret

! add_to_crc - add words to a sum.
! in     RR2 the sum, R4 the words, R5 their number, at least 1
! out    RR2, R4 after them
! uses   R0, R1, R5
! clocks 10, +122 for each word
add_to_crc:
        ld      r0,@r4
        inc     r4,#2
.irp    byte,rh0,rl0
        ldk     r1,#0
        ldb     rl1,\byte
        xorb    rl1,rl3
        add     r1,r1
        ldb     rl3,rh3
        ldb     rh3,rl2
        ldb     rl2,rh2
        ldb     rh2,#0
        xor     r2,crc_upper(r1)
        xor     r3,crc_lower(r1)
.endr
        djnz    r5,add_to_crc
        ret
