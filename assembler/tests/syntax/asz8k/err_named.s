	.equ	5
	.sect
	.macro
