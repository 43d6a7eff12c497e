a	.equ	1
	.if	a = 1
	.word	1
	.else
	.word	a + 1
	ld	r1,#a + 1
	.endif
	.word	a +1
	.word	a + 1
	ld	r1,#a - 1
