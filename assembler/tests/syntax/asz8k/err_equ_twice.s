a	.equ	1
a	.equ	2
b:	.word	a
b	.equ	3
