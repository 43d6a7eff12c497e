; Text and data; each continues where it was left.
;= .text 6100000061010002
;= .data 12345678
__text	.sect
	ld	r0,value
__data	.sect
value	.word	1234h
__text	.sect
	ld	r1,other
__data	.sect
other:	.word	5678h
