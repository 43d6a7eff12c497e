; Bytes of space, and what follows them.
;= .text 00010000000000020000000005
	.word	1
	.block	3
	.word	2
	.block	4
	.byte	5
