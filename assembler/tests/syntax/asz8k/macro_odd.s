; What is in a macro does not move what follows its definition.
;= .text 010000058d07030001008d07
	.byte	1
one	.macro
	nop
	.endm
	.word	5
	one
	.byte	3
two	.macro
	.byte	2
	.endm
	.byte	0,1
	nop
