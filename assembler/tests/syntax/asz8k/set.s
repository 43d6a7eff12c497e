; A variable has its last value.
;= .text 000100020014
n	.set	1
	.word	n
n	.set	n+1
	.word	n
n	.set	n*10
	.word	n
