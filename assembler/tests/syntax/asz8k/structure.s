; Labels of a structure are offsets, wherever it begins. By hand.
;= .text 8d0721010000210200022103000321040008
__text	.sect
	nop
	.abs
first	.block	2
second	.block	1
third	.block	5
length
__text	.sect
	ld	r1,#first
	ld	r2,#second
	ld	r3,#third
	ld	r4,#length
