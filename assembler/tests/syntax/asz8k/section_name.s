; A section of another name.
;= .text 8d079e08
;= table 000100020003
	nop
table	.sect
	.word	1,2,3
__text	.sect
	ret
