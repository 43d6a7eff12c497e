; Each section knows whether it is at an even address.
;= .data 01000002
;= .text 8d0721010002
__data	.sect
	.byte	1
__text	.sect
	nop
__data	.sect
two	.word	2
__text	.sect
	ld	r1,#two
