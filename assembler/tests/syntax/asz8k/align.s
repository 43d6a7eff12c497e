; To a multiple of a power of two.
;= .text 0100000002000004
	.byte	1
	.align	2
four	.byte	2
	.align	1
	.word	four
