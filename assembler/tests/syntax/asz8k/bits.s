; Bits by number and by register.
;= .text a713252fa2b726050c008d664c0600100000
	bit	r1,#3
	set	@r2,#15
	resb	rl3,#7
	bitb	rl4,r5
	tset	r6
	tsetb	x
x	.word	0
