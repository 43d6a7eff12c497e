; Braces keep an argument with commas together.
;= .text 010203040005
bytes	.macro
	.byte	?1
	.word	?2
	.endm
	bytes	{1,2,3,4},5
