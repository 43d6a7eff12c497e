; Lines many times.
;= .text 000100020003
n	.set	0
	.repeat	3
n	.set	n+1
	.word	n
	.endr
