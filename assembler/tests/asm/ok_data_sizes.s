! Data of every size.
        .byte   1, -1
        .dc.b   2, 3
        .word   1, 0xffff
        .short  2
        .int    3
        wval    4
        .long   5
        lval    6
        .quad   7, -1
        .octa   8
        .sleb128 -1, 64, -129
        .uleb128 127, 128
        .float  1.5, -2
        .double 0.25
        .string16 "ab"
        .asciz  "a" "b"
        .fill   2, 4, 0x1234
        .dcb.w  2, 5
        .ds.b   3, 1
        .even
        .skip   2
        .zero   1
        .block  1
        .p2alignw 3, 0x1122
        .nop
!= 01ff02030001ffff00020003000400000005000000060000000000000007ffffffffffffffff000000000000000000000000
!= 000000087fc000ff7e7f80013fc00000c00000003fd000000000000000610062000061620000001234000012340005000501
!= 0101000000001122112211228d07
