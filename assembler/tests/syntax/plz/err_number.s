	.code
	ld	r1,#%(7)12
	ld	r1,#%(2)12
	ld	r1,#12a
