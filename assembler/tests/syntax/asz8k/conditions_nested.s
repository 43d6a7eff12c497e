; Conditions in conditions.
;= .text 0002
	.if	1
	.if	0
	.word	1
	.else
	.word	2
	.endif
	.else
	.if	1
	.word	3
	.endif
	.endif
