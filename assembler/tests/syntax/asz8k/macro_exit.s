; A macro that is left.
;= .text bd038d07
only	.macro
	.if	?1=0
	.exit
	.endif
	ldk	r0,#?1
	.endm
	only	3
	nop
