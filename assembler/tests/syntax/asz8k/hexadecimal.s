; Hexadecimal numbers end with h, and begin with a digit.
;= .text 00ffffff0012001bbeef2101f007
	.word	0ffh, 0FFFFH, 12h, 1Bh, 0beefh
	ld	r1,#0F007h
