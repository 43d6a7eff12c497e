; Words begin at even addresses, and so does the label before them.
;= .text 010000020300000000040002
	.byte	1
odd	.word	2
	.byte	3
	.long	4
	.word	odd
