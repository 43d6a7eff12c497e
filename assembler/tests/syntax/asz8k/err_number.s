	.word	12x, 5
	ld	r1,#0ffgh
	.byte	9o
