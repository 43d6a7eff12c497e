; So are increments.
;= .text a910ab20a8b06900000e2b40a91f0000
	inc	r1
	dec	r2
	incb	rl3
	inc	x
	dec	@r4
	inc	r1,#16
x	.word	0
