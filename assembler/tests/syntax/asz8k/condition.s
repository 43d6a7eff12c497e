; Lines for a condition.
;= .text 00020003
cpu	.equ	8002
	.if	cpu=8001
	.word	1
	.else
	.word	2
	.endif
	.if	cpu>8000
	.word	3
	.endif
