one	nop
one:	nop
	jp	one
