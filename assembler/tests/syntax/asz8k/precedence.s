; And binds more tightly than exclusive or, that more than or, and all less than the rest.
;= .text 000701ff0003000d0003
	.word	1|2&6^5
	.word	0f0h^0ffh&0fh|100h
	.word	1+2&3
	.word	2+3*4-1
	.word	7&1<<1+1
