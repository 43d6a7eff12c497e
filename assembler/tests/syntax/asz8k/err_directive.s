	.wrod	1
	.byte	1
