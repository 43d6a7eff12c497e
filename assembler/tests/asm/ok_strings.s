! Strings with every escape, several of them, and characters of each width.
!= 6162636465660067680000696a006b00006c006d00000000006e00000000000000000000006f000000000000000008090a0c
!= 0d225c073f7fff533441042308610a5c27092200
	.ascii "a" "bc"
	.ascii "d","","e"
	.asciz "f","gh"
	.asciz ""
	.string "i" "j"
	.string8 "k"
	.string16 "lm"
	.string32 "n"
	.string64 "o"
	.ascii "\b\t\n\f\r\"\\\7\77\177\377\1234\x41\x4\x123\08"
	.byte 'a','\n','\\','\'','\t','"'
	.even
