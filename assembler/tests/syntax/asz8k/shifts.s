; Shifts, division and remainder.
;= .text 00101000000e00020003
	.word	1<<4, 8000h>>3, 100/7, 100%7, 3*5%4
